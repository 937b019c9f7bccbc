import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { expect, test } from "vitest";
import { intrinsicFaults } from "../../sandbox/aws/cloudformation/intrinsic-rules.ts";
import { stageFaults } from "../../sandbox/aws/cloudformation/stage-rules.ts";
import type { Template, Value } from "../../sandbox/aws/cloudformation/template.ts";
import { specificationOf } from "../../scripts/dev-aws/resource-specification.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { referenceFaults } from "./support/reference-faults.ts";
import { shapeFaults } from "./support/shape-faults.ts";

const spec = loadAwsServiceSpecSync();
const specification = specificationOf(spec);
const key = "arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const template = packagedTemplate();
/** The template with every parameter that changes its shape. */
const full = packagedTemplate({
  encryptionKeys: `${key},own`,
  fingerprintKeys: key,
  corsOrigins: "https://shop.example.com",
  domain: "keys.example.com",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1234abcd",
  alarmTopicArn: "arn:aws:sns:eu-central-1:123456789012:alarms",
  dashboard: "true",
  accessLog: "true",
  tracing: "true",
  proxyConcurrency: "100",
  eventsConcurrency: "20",
  budgetUsd: "50",
  budgetEmail: "owner@example.com",
  backupVaultArn: "arn:aws:backup:eu-west-1:123456789012:backup-vault:latchkey",
  subnetIds: "subnet-0a1b2c3d",
  securityGroupIds: "sg-0a1b2c3d",
});

test("the packaged template uses CloudFormation's functions as CloudFormation allows", () => {
  for (const one of [template, full])
    expect([...intrinsicFaults(one, specification), ...referenceFaults(one, spec), ...shapeFaults(one, spec)]).toEqual(
      [],
    );
});

// "StageDescription cannot be specified when stage referenced by StageName already exists": the framework gives each deployment a new name, so
// every update of the stack creates a deployment next to the existing stage.
test("an update of the stack changes its stage, and no deployment creates one", () => {
  const deploymentsOf = (one: Template) =>
    Object.entries(one.Resources).filter(([, { Type }]) => Type === "AWS::ApiGateway::Deployment");
  const names = [template, full].map((one) => {
    const [[name = "", deployment] = [], ...others] = deploymentsOf(one);
    expect(others).toEqual([]);
    expect(deployment?.Properties).toEqual({ RestApiId: { Ref: "ApiGatewayRestApi" } });
    const stages = Object.entries(one.Resources).filter(([, { Type }]) => Type === "AWS::ApiGateway::Stage");
    expect(stages).toEqual([
      [
        "ApiStage",
        {
          Type: "AWS::ApiGateway::Stage",
          Properties: expect.objectContaining({
            RestApiId: { Ref: "ApiGatewayRestApi" },
            DeploymentId: { Ref: name },
            StageName: "prod",
          }),
        },
      ],
    ]);
    return name;
  });
  expect(names[0]).not.toBe(names[1]);
});

test("a deployment that creates its stage is a fault", () => {
  const [name = "", deployment] =
    Object.entries(template.Resources).find(([, { Type }]) => Type === "AWS::ApiGateway::Deployment") ?? [];
  const withProperties = (more: Readonly<Record<string, Value>>): Template => {
    const changed = { Type: "AWS::ApiGateway::Deployment", Properties: { ...deployment?.Properties, ...more } };
    return { ...template, Resources: { ...template.Resources, [name]: changed } };
  };
  expect([
    ...stageFaults(template),
    ...stageFaults(full),
    ...stageFaults(withProperties({ StageName: "other" })),
  ]).toEqual([]);
  expect(stageFaults(withProperties({ StageName: "prod", StageDescription: { MethodSettings: [] } }))).toEqual([
    `${name}: StageDescription fails in the next deployment, when the stage exists`,
    `${name} and ApiStage create the same stage`,
  ]);
});

test("CloudFront, the agents and the functions call the stages of the template", () => {
  const rest = properties(template, "ApiStage").StageName;
  const { Origins } = properties(template, "Distribution").DistributionConfig;
  expect(Origins).toContainEqual(expect.objectContaining({ Id: "api", OriginPath: `/${rest}` }));
  const { API_URL, LINK_URL } = variablesOf(template, "McpLambdaFunction") as Record<string, Record<string, string>>;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references
  expect(API_URL?.["Fn::Sub"]).toContain("//${ApiGatewayRestApi}.");
  expect(API_URL?.["Fn::Sub"]).toMatch(new RegExp(`/${rest}$`));
  expect(LINK_URL?.["Fn::Sub"]).toMatch(new RegExp(`/${properties(template, "WebsocketsDeploymentStage").StageName}$`));
});

/** Returns the template with a list of keys that CloudFormation would have to join with the ARN of the stack's own key. */
function withJoinedKeys(): Template {
  const keys = JSON.stringify(variablesOf(template, "JobsLambdaFunction").ENCRYPTION_KEY_IDS);
  const joined = JSON.stringify({
    "Fn::Join": [{ "Fn::GetAtt": ["EncryptionKey", "Arn"] }, { "Fn::Split": ["own", "own"] }],
  });
  return JSON.parse(JSON.stringify(template).replaceAll(keys, joined));
}

test("a function as the delimiter of a list of keys is a fault at every place", () => {
  const faults = intrinsicFaults(withJoinedKeys(), specification);
  const functions = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::Lambda::Function").length;
  // A variable of each function, three statements of each role, and an output.
  expect(faults.filter((fault) => fault.endsWith("the delimiter of Fn::Join must be literal text"))).toHaveLength(
    functions * 4 + 1,
  );
});

test("each function gets the keys of the deployment, with the stack's own key in its place", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references
  const own = "${EncryptionKey.Arn}";
  expect(variablesOf(template, "KeysLambdaFunction").ENCRYPTION_KEY_IDS).toEqual({ "Fn::Sub": own });
  expect(variablesOf(full, "KeysLambdaFunction").ENCRYPTION_KEY_IDS).toEqual({ "Fn::Sub": `${key},${own}` });
  expect(full.Outputs?.EncryptionKeys).toEqual({ Value: { "Fn::Sub": `${key},${own}` } });
});

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types; tests read arbitrary fields
const properties = ({ Resources }: Template, name: string): any => Resources[name]?.Properties;

function variablesOf(one: Template, name: string): Readonly<Record<string, Value>> {
  return properties(one, name).Environment.Variables;
}

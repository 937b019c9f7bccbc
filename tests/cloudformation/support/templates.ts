import type { Template } from "../../../sandbox/aws/cloudformation/template.ts";
import { packagedTemplate } from "../../support/iam/packaged-template.ts";

const packaged = new Map<string, Template>();

/** Packages the stack once for each set of parameters, for all tests of a worker. */
export function packagedOnce(parameters: Readonly<Record<string, string>> = {}, stage = "prod"): Template {
  const key = JSON.stringify([parameters, stage]);
  const template = packaged.get(key) ?? packagedTemplate({ region: "eu-central-1", ...parameters }, stage);
  packaged.set(key, template);
  return template;
}

/** Every parameter that changes the shape of the template. */
export const allParameters = {
  corsOrigins: "https://shop.example.com",
  domain: "keys.example.com",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1234abcd",
  alarmTopicArn: "arn:aws:sns:eu-central-1:123456789012:alarms",
  encryptionKeys: "arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab,own",
  fingerprintKeys: "arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
  dashboard: "true",
  accessLog: "true",
  tracing: "true",
  proxyConcurrency: "100",
  eventsConcurrency: "20",
  budgetUsd: "50",
  budgetEmail: "owner@example.com",
  backupVaultArn: "arn:aws:backup:eu-west-1:123456789012:backup-vault:latchkey",
  callsPerSecond: "1000",
  eventStreamsPerSecond: "10",
  logRetentionDays: "365",
  subnetIds: "subnet-0a1b2c3d",
  securityGroupIds: "sg-0a1b2c3d",
  answerSeconds: "90",
};

/** Settings of an account in which they can be deployed: roles that AWS's consoles create. */
export const preparedAccount = { hasApiGatewayLogRole: true, hasBackupRole: true };

/** Returns a template as the next packaging writes it: the framework's deployment and the uploads have new names. */
export function repackaged(template: Template, at = Date.UTC(2030, 0, 1)): Template {
  const text = JSON.stringify(template);
  return JSON.parse(
    text
      .replaceAll(/ApiGatewayDeployment\d+/g, `ApiGatewayDeployment${at}`)
      .replaceAll(/\d+-\d{4}-\d\d-\d\dT[\d:.]+Z/g, `${at}-${new Date(at).toISOString()}`),
  );
}

/** Returns the logical ID of the framework's deployment. */
export function deploymentIn({ Resources }: Template): string {
  const [found] = Object.entries(Resources).filter(([, { Type }]) => Type === "AWS::ApiGateway::Deployment");
  if (found === undefined) throw new Error("The template has no deployment");
  return found[0];
}

/** Returns a template whose deployment creates the stage and has its settings, instead of a stage of its own. */
export function withStageDescription(template: Template): Template {
  const { ApiStage, ...others } = template.Resources;
  const { StageName, MethodSettings } = ApiStage?.Properties ?? {};
  const deployment = deploymentIn(template);
  const { Properties, ...rest } = template.Resources[deployment] as Template["Resources"][string];
  const implicit = {
    ...Properties,
    StageName: StageName ?? "",
    StageDescription: { MethodSettings: MethodSettings ?? [] },
  };
  return { ...template, Resources: { ...others, [deployment]: { ...rest, Properties: implicit } } };
}

/** Returns a template with another function, which owns a path of the API. */
export function withAnotherFunction(template: Template): Template {
  const { Resources } = template;
  const copied = [
    "KeysRole",
    "KeysLambdaFunction",
    "KeysLambdaPermissionApiGateway",
    "ApiGatewayResourceSvcApiAudit",
    "ApiGatewayMethodSvcApiAuditAny",
  ];
  const renamed = Object.fromEntries(
    copied.map((name) => [name, name.replace("Keys", "Reports").replace("Audit", "Reports")]),
  );
  const text = JSON.stringify(Object.fromEntries(copied.map((name) => [renamed[name], Resources[name]])))
    .replaceAll(new RegExp(`"(${copied.join("|")})"`, "g"), (_, name: string) => `"${renamed[name]}"`)
    .replaceAll("latchkey-prod-keys", "latchkey-prod-reports")
    .replaceAll('"PathPart":"audit"', '"PathPart":"reports"');
  const deployment = deploymentIn(template);
  const { DependsOn = [], ...rest } = Resources[deployment] as Template["Resources"][string];
  const added = { ...rest, DependsOn: [...[DependsOn].flat(), "ApiGatewayMethodSvcApiReportsAny"] };
  return { ...template, Resources: { ...Resources, ...JSON.parse(text), [deployment]: added } };
}

import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { expect } from "vitest";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { isAllowed } from "../support/iam/policy.ts";
import { rolesOf } from "../support/iam/roles.ts";
import { verifies } from "../support/verifies.ts";
import { referenceFaults } from "./support/reference-faults.ts";
import { shapeFaults } from "./support/shape-faults.ts";

const given = { subnetIds: "subnet-0a1b2c3d,subnet-0b1b2c3d", securityGroupIds: "sg-0a1b2c3d" };

const networksIn = ({ Resources }: Template) =>
  Object.values(Resources)
    .filter(({ Type }) => Type === "AWS::Lambda::Function")
    .map(({ Properties = {} }) => Properties.VpcConfig);

// "Giving Lambda functions access to resources in an Amazon VPC": the permissions, and how to keep a function's code from using them.
verifies("runtime:aws:own-network", () => {
  const template = packagedTemplate(given);
  const spec = loadAwsServiceSpecSync();
  expect([...shapeFaults(template, spec), ...referenceFaults(template, spec)]).toEqual([]);
  const networks = networksIn(template);
  expect(networks.length).toBeGreaterThan(10);
  for (const network of networks)
    expect(network).toEqual({
      SubnetIds: ["subnet-0a1b2c3d", "subnet-0b1b2c3d"],
      SecurityGroupIds: ["sg-0a1b2c3d"],
    });
  for (const [name, statements] of Object.entries(rolesOf(template).functions)) {
    const ask = (keys: Readonly<Record<string, readonly string[]>>) =>
      isAllowed(statements, { action: "ec2:CreateNetworkInterface", resource: "*", keys });
    const code = `arn:aws:lambda:eu-central-1:000000000000:function:latchkey-prod-${name}`;
    expect([name, ask({}), ask({ "lambda:SourceFunctionArn": [code] })]).toEqual([name, true, false]);
  }
});

verifies("runtime:aws:own-network", "without them there is no network, and no permission to create one", () => {
  const template = packagedTemplate();
  expect(networksIn(template).filter((network) => network !== undefined)).toEqual([]);
  expect(JSON.stringify(template)).not.toContain("ec2:");
});

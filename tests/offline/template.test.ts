// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references

import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { expect, test } from "vitest";
import type { Resource, Template } from "../../sandbox/aws/cloudformation/template.ts";
import { referenceFaults } from "./support/reference-faults.ts";
import { routeFaults } from "./support/route-faults.ts";
import { shapeFaults } from "./support/shape-faults.ts";

const spec = loadAwsServiceSpecSync();

const queue = (properties: Resource["Properties"] = {}): Resource => ({
  Type: "AWS::SQS::Queue",
  Properties: properties,
});

function faults(resources: Template["Resources"], more: Omit<Template, "Resources"> = {}): readonly string[] {
  const template = { ...more, Resources: resources };
  return [...shapeFaults(template, spec), ...referenceFaults(template, spec)];
}

test("a valid template has no faults", () => {
  const good = {
    Dead: queue({ MessageRetentionPeriod: 1_209_600 }),
    Jobs: queue({ RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] } } }),
    Named: {
      ...queue({ QueueName: { "Fn::Sub": "${AWS::StackName}-${Jobs.QueueName}-${Plain}" } }),
      DependsOn: "Plain",
    },
    Plain: { Type: "AWS::SQS::Queue" },
  };
  expect(faults(good)).toEqual([]);
});

test.for<[string, Template["Resources"], string]>([
  ["a type that does not exist", { A: { Type: "AWS::SQS::Quue" } }, "A: there is no AWS::SQS::Quue"],
  ["a property that does not exist", { A: queue({ QueueNam: "a" }) }, "A: there is no QueueNam"],
  [
    "a missing property",
    { A: { Type: "AWS::S3::BucketPolicy", Properties: { Bucket: "a" } } },
    "A: PolicyDocument is missing",
  ],
  ["text instead of a list", { A: queue({ Tags: "a" }) }, "A.Tags isn't a list"],
  ["text instead of a number", { A: queue({ DelaySeconds: "soon" }) }, "A.DelaySeconds isn't a whole number"],
  [
    "a nested property that does not exist",
    {
      B: {
        Type: "AWS::S3::Bucket",
        Properties: {
          CorsConfiguration: {
            CorsRules: [{ AllowedMethod: ["GET"], AllowedMethods: ["GET"], AllowedOrigins: ["a"] }],
          },
        },
      },
    },
    "B.CorsConfiguration.CorsRules[0]: there is no AllowedMethod",
  ],
  [
    "a wrong branch of a choice",
    { A: queue({ DelaySeconds: { "Fn::If": ["B", 1, "soon"] } }) },
    "A.DelaySeconds isn't a whole number",
  ],
  ["a dangling reference", { A: queue({ QueueName: { Ref: "B" } }) }, "A: refers to B, which is not there"],
  [
    "a dangling reference in a text",
    { A: queue({ QueueName: { "Fn::Sub": "x-${B}" } }) },
    "A: refers to B, which is not there",
  ],
  [
    "an attribute that does not exist",
    { A: queue({ QueueName: { "Fn::GetAtt": ["B", "Size"] } }), B: queue() },
    "A: AWS::SQS::Queue has no attribute Size",
  ],
  ["a condition that does not exist", { A: { ...queue(), Condition: "C" } }, "A: condition C is not there"],
  ["a dangling dependency", { A: { ...queue(), DependsOn: ["B"] } }, "A: depends on B, which is not there"],
  [
    "resources that need each other",
    { A: queue({ QueueName: { Ref: "B" } }), B: queue({ QueueName: { "Fn::Sub": "${A.Arn}" } }) },
    "A needs B needs A",
  ],
])("%s is a fault", ([, resources, fault]) => {
  expect(faults(resources)).toContain(fault);
});

test("an empty output is a fault", () => {
  expect(faults({}, { Outputs: { Address: { Value: { Ref: "B" } } } })).toEqual([
    "output Address: refers to B, which is not there",
  ]);
});

/** Returns a child resource of API Gateway, and its method for a function. */
function routed(name: string, part: string, owner: string, parent = "Root"): Template["Resources"] {
  return {
    [name]: { Type: "AWS::ApiGateway::Resource", Properties: { ParentId: { Ref: parent }, PathPart: part } },
    [`${name}Any`]: {
      Type: "AWS::ApiGateway::Method",
      Properties: {
        ResourceId: { Ref: name },
        Integration: { Uri: { "Fn::GetAtt": [`${owner}LambdaFunction`, "Arn"] } },
      },
    },
  };
}

test("a prefix with the rest of its paths, all of one function, has no faults", () => {
  const Resources = { ...routed("Keys", "api-key", "Keys"), ...routed("KeysRest", "{path+}", "Keys", "Keys") };
  expect(routeFaults({ Resources })).toEqual([]);
});

test.for<[string, Template["Resources"], string]>([
  [
    "two variable siblings",
    {
      ...routed("Keys", "api-key", "Keys"),
      ...routed("KeysOne", "{key}", "Keys", "Keys"),
      ...routed("KeysRest", "{path+}", "Keys", "Keys"),
    },
    "{key} and {path+} are variables below one resource",
  ],
  [
    "a prefix of two functions",
    { ...routed("Keys", "api-key", "Keys"), ...routed("KeysRest", "{path+}", "Other", "Keys") },
    "/api-key belongs to KeysLambdaFunction and OtherLambdaFunction",
  ],
  [
    "a path segment that occurs twice",
    { ...routed("Keys", "api-key", "Keys"), ...routed("Again", "api-key", "Keys") },
    "api-key stands twice below one resource",
  ],
])("%s is a fault", ([, Resources, fault]) => {
  expect(routeFaults({ Resources })).toContain(fault);
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references
import { expect, test } from "vitest";
import type { Template, Value } from "../../sandbox/aws/cloudformation/template.ts";
import { rolesOf } from "../support/iam/roles.ts";

const named = {
  Table: { Type: "AWS::DynamoDB::Table" },
  EncryptionKey: { Type: "AWS::KMS::Key" },
  FingerprintKey: { Type: "AWS::KMS::Key" },
  Jobs: { Type: "AWS::SQS::Queue" },
  DeadJobs: { Type: "AWS::SQS::Queue" },
  Deliveries: { Type: "AWS::SQS::Queue" },
  DeadDeliveries: { Type: "AWS::SQS::Queue" },
  SchedulerRole: { Type: "AWS::IAM::Role" },
  Blobs: { Type: "AWS::S3::Bucket" },
  ServiceLog: { Type: "AWS::Logs::LogGroup", Properties: { LogGroupName: "/aws/lambda/latchkey-prod" } },
  Schedules: {
    Type: "AWS::Scheduler::ScheduleGroup",
    Properties: { Name: { "Fn::Sub": "${AWS::StackName}-work" } },
  },
} as const;

function templateWith(Resource: Value, Condition?: Value): Template {
  const Statement = [
    { Effect: "Allow", Action: "sqs:SendMessage", Resource, ...(Condition !== undefined && { Condition }) },
  ];
  return {
    Resources: {
      ...named,
      NotesRole: {
        Type: "AWS::IAM::Role",
        Properties: { Policies: [{ PolicyName: "n", PolicyDocument: { Statement } }] },
      },
      NotesLambdaFunction: {
        Type: "AWS::Lambda::Function",
        Properties: { FunctionName: "latchkey-prod-notes", Role: { "Fn::GetAtt": ["NotesRole", "Arn"] } },
      },
    },
  };
}

test.each<[string, Value, string]>([
  ["GetAtt", { "Fn::GetAtt": ["Jobs", "Arn"] }, "arn:aws:sqs:eu-central-1:000000000000:Jobs"],
  [
    "GetAtt of a log group",
    { "Fn::GetAtt": ["ServiceLog", "Arn"] },
    "arn:aws:logs:eu-central-1:000000000000:log-group:/aws/lambda/latchkey-prod:*",
  ],
  ["Sub with an attribute", { "Fn::Sub": "${Blobs.Arn}/uploads/*" }, "arn:aws:s3:::blobs/uploads/*"],
  [
    "Sub with a reference",
    { "Fn::Sub": "arn:${AWS::Partition}:scheduler:${AWS::Region}:${AWS::AccountId}:schedule/${Schedules}/process-*" },
    "arn:aws:scheduler:eu-central-1:000000000000:schedule/latchkey-prod-work/process-*",
  ],
  ["a text", "arn:aws:s3:::elsewhere", "arn:aws:s3:::elsewhere"],
])("a role's resource is resolved from %s", (_, resource, arn) => {
  expect(rolesOf(templateWith(resource)).functions.notes).toMatchObject([{ effect: "Allow", resources: [arn] }]);
});

test("a role's conditions are listed separately", () => {
  const conditions = {
    "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["notes"], "dynamodb:Attributes": ["pk", "sk"] },
    StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } },
  };
  expect(rolesOf(templateWith("*", conditions)).functions.notes?.[0]?.conditions).toEqual([
    { operator: "ForAllValues:StringEquals", key: "dynamodb:LeadingKeys", values: ["notes"] },
    { operator: "ForAllValues:StringEquals", key: "dynamodb:Attributes", values: ["pk", "sk"] },
    { operator: "StringEquals", key: "aws:SourceAccount", values: ["000000000000"] },
  ]);
});

test.each<[string, Value]>([
  ["an unknown CloudFormation function", { "Fn::ImportValue": "elsewhere" }],
  ["an attribute that is not an ARN", { "Fn::GetAtt": ["Jobs", "QueueName"] }],
  ["a missing resource", { "Fn::GetAtt": ["Queue", "Arn"] }],
])("a role that needs %s can't be evaluated", (_, resource) => {
  expect(() => rolesOf(templateWith(resource))).toThrow();
});

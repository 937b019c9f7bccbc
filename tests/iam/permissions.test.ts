import { expect, test } from "vitest";
import { permissionsOf } from "../support/iam/permissions.ts";

const arns = {
  Table: "table",
  EncryptionKey: "seal",
  Jobs: "jobs",
  DeadJobs: "dead-jobs",
  Deliveries: "deliveries",
  DeadDeliveries: "dead-deliveries",
  SchedulerRole: "schedules",
  Blobs: "arn:aws:s3:::blobs",
  ServiceLog: "log-group:latchkey:*",
};
const needs = (client: string, command: string, input: object) =>
  permissionsOf(client, `${command}Command`, input, arns);
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: "1" } });

test("reading or writing an item needs its partition", () => {
  expect(needs("DynamoDBClient", "GetItem", { Key: key("notes") })).toEqual([
    {
      action: "dynamodb:GetItem",
      resource: "table",
      keys: { "dynamodb:LeadingKeys": ["notes"], "dynamodb:Attributes": ["pk", "sk"] },
    },
  ]);
  expect(needs("DynamoDBClient", "PutItem", { Item: { ...key("notes"), fields: { M: {} } } })).toMatchObject([
    { action: "dynamodb:PutItem", keys: { "dynamodb:Attributes": ["pk", "sk", "fields"] } },
  ]);
});

test("an update needs the attributes of its expressions, by their outermost names, and the requested return values", () => {
  const input = {
    Key: key("keys#data"),
    UpdateExpression: "SET #n0.#n1 = :v0, #n2 = :v1",
    ConditionExpression: "attribute_exists(#n3)",
    ExpressionAttributeNames: { "#n0": "fields", "#n1": "lastUsedAt", "#n2": "version", "#n3": "pk" },
    ReturnValues: "ALL_NEW",
  };
  expect(needs("DynamoDBClient", "UpdateItem", input)).toMatchObject([
    {
      action: "dynamodb:UpdateItem",
      keys: {
        "dynamodb:LeadingKeys": ["keys#data"],
        "dynamodb:Attributes": ["pk", "sk", "fields", "version"],
        "dynamodb:ReturnValues": ["ALL_NEW"],
      },
    },
  ]);
});

test("a query of the index needs the index, and the partition in it", () => {
  const query = {
    IndexName: "byIndex",
    KeyConditionExpression: "#n0 = :v0 AND begins_with(#n1, :v1)",
    ExpressionAttributeNames: { "#n0": "ipk", "#n1": "isk" },
    ExpressionAttributeValues: { ":v0": { S: "credential#1" }, ":v1": { S: "a" } },
  };
  expect(needs("DynamoDBClient", "Query", query)).toMatchObject([
    { action: "dynamodb:Query", resource: "table/index/byIndex", keys: { "dynamodb:LeadingKeys": ["credential#1"] } },
  ]);
});

test("a transaction needs for each item what the item's own call would need", () => {
  const TransactItems = [
    { Put: { Item: key("processes") } },
    { Update: { Key: key("counter") } },
    { Delete: { Key: key("processes#open") } },
    { ConditionCheck: { Key: key("keys#data") } },
  ];
  const asked = needs("DynamoDBClient", "TransactWriteItems", { TransactItems });
  expect(asked.map(({ action, keys }) => [action, keys?.["dynamodb:LeadingKeys"]])).toEqual([
    ["dynamodb:PutItem", ["processes"]],
    ["dynamodb:UpdateItem", ["counter"]],
    ["dynamodb:DeleteItem", ["processes#open"]],
    ["dynamodb:ConditionCheckItem", ["keys#data"]],
  ]);
});

test("a call with an unreadable partition is an error, not a call without a partition", () => {
  expect(() => needs("DynamoDBClient", "Scan", {})).toThrow("No partition key");
});

test("encryption needs the encryption key with its context, and older ids the key that they name", () => {
  const EncryptionContext = { service: "latchkey", secret: "task" };
  expect(needs("KMSClient", "GenerateDataKey", { EncryptionContext })).toEqual([
    {
      action: "kms:GenerateDataKey",
      resource: "seal",
      keys: {
        "kms:EncryptionContext:service": ["latchkey"],
        "kms:EncryptionContext:secret": ["task"],
        "kms:EncryptionContextKeys": ["service", "secret"],
      },
    },
  ]);
  expect(needs("KMSClient", "GenerateMac", { KeyId: "mac" })).toEqual([
    { action: "kms:GenerateMac", resource: "mac", keys: {} },
  ]);
});

test("blobs need their own keys, and a list its prefix", () => {
  const at = { Key: "uploads/1/2" };
  const actions = ["GetObject", "HeadObject", "PutObject", "UploadPart", "AbortMultipartUpload", "DeleteObject"].map(
    (command) => needs("S3Client", command, at)[0],
  );
  expect(actions.map((permission) => permission?.action)).toEqual([
    "s3:GetObject",
    "s3:GetObject",
    "s3:PutObject",
    "s3:PutObject",
    "s3:AbortMultipartUpload",
    "s3:DeleteObject",
  ]);
  expect(new Set(actions.map((permission) => permission?.resource))).toEqual(
    new Set(["arn:aws:s3:::blobs/uploads/1/2"]),
  );
  expect(needs("S3Client", "ListObjectsV2", { Prefix: "uploads/" })).toEqual([
    { action: "s3:ListBucket", resource: "arn:aws:s3:::blobs", keys: { "s3:prefix": ["uploads/"] } },
  ]);
});

test("messages need their queue, and moving them back from the dead letters both", () => {
  expect(needs("SQSClient", "SendMessage", { QueueUrl: "http://sqs/0/jobs" })).toEqual([
    { action: "sqs:SendMessage", resource: "jobs" },
  ]);
  expect(needs("SQSClient", "DeleteMessageBatch", { QueueUrl: "http://sqs/0/jobs-dead" })).toEqual([
    { action: "sqs:DeleteMessage", resource: "dead-jobs" },
  ]);
  const move = needs("SQSClient", "StartMessageMoveTask", { SourceArn: "arn:aws:sqs:eu-central-1:0:jobs-dead" });
  expect(move).toContainEqual({ action: "sqs:ReceiveMessage", resource: "dead-jobs" });
  expect(move).toContainEqual({ action: "sqs:SendMessage", resource: "jobs" });
  const deliveries = needs("SQSClient", "StartMessageMoveTask", {
    SourceArn: "arn:aws:sqs:eu-central-1:0:deliveries-dead",
  });
  expect(deliveries).toContainEqual({ action: "sqs:DeleteMessage", resource: "dead-deliveries" });
  expect(deliveries).toContainEqual({ action: "sqs:SendMessage", resource: "deliveries" });
});

test("a schedule needs the permission to pass its role", () => {
  expect(needs("SchedulerClient", "CreateSchedule", { GroupName: "work", Name: "process-1", Target: {} })).toEqual([
    expect.objectContaining({
      action: "scheduler:CreateSchedule",
      resource: expect.stringContaining("-work/process-1"),
    }),
    {
      action: "iam:PassRole",
      resource: "schedules",
      keys: { "iam:PassedToService": ["scheduler.amazonaws.com"] },
    },
  ]);
  expect(needs("SchedulerClient", "DeleteSchedule", { GroupName: "work", Name: "process-1" })).toHaveLength(1);
});

test("unknown calls are denied", () => {
  expect(() => needs("SNSClient", "Publish", {})).toThrow("SNSClient");
  expect(() => needs("S3Client", "PutBucketPolicy", {})).toThrow("PutBucketPolicy");
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation syntax for references

import { attribute, indexName, writeSlots } from "#shared/aws/dynamo/schema.ts";
import type { FunctionNeeds } from "../functions/needs.ts";
import type { EncryptionKeys } from "./encryption-keys.ts";

type Parts = Required<FunctionNeeds["parts"]>;

interface Statement {
  readonly Effect: "Allow";
  readonly Action: readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** Returns the role of a function as a resource of the stack. */
export function roleOf(name: string, needs: FunctionNeeds, keys: EncryptionKeys): object {
  return {
    Type: "AWS::IAM::Role",
    Properties: {
      AssumeRolePolicyDocument: {
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" }, Action: "sts:AssumeRole" }],
      },
      Policies: [{ PolicyName: name, PolicyDocument: { Version: "2012-10-17", Statement: statementsOf(needs, keys) } }],
    },
  };
}

const arnOf = (resource: string) => ({ "Fn::GetAtt": [resource, "Arn"] });
const table = arnOf("Table");
function statementsOf(
  { recordsUseOf, seals, opens, reads, writes, parts }: FunctionNeeds,
  keys: EncryptionKeys,
): readonly (Statement | object)[] {
  return [
    allow(["logs:CreateLogStream", "logs:PutLogEvents"], arnOf("ServiceLog")),
    reading(reads),
    writing(writes),
    ...(recordsUseOf.length === 0 ? [] : [recordingUse(recordsUseOf.map((kind) => `keys#${kind}`))]),
    ...sealing(seals, opens, keys),
    {
      "Fn::If": [
        "OlderFingerprints",
        allow(["kms:GenerateMac"], { "Fn::Split": [",", "${param:fingerprintKeys}"] }),
        { Ref: "AWS::NoValue" },
      ],
    },
    // X-Ray has no resources to name.
    {
      "Fn::If": ["Traced", allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], "*"), { Ref: "AWS::NoValue" }],
    },
    ...Object.entries(parts).flatMap(([part, need]) => partStatements[part as keyof Parts](need as never)),
  ];
}

/**
 * Returns permissions for data keys of the kinds of secrets that the function seals and opens. Secrets sealed before there were kinds only
 * have the service in their context.
 */
function sealing(
  seals: FunctionNeeds["seals"],
  opens: FunctionNeeds["opens"],
  keys: EncryptionKeys,
): readonly Statement[] {
  const encryptionKeys = { "Fn::Split": [",", keys] };
  const [service, secret] = ["service", "secret"].map((name) => `kms:EncryptionContext:${name}`) as [string, string];
  const ofKinds = (kinds: readonly string[]) => ({
    StringEquals: { [service]: "latchkey", [secret]: [...new Set(kinds)].sort() },
  });
  return [
    allow(["kms:GenerateDataKey"], encryptionKeys, ofKinds(seals)),
    allow(["kms:Decrypt"], encryptionKeys, ofKinds(opens)),
    allow(["kms:Decrypt"], encryptionKeys, {
      StringEquals: { [service]: "latchkey" },
      "ForAllValues:StringEquals": { "kms:EncryptionContextKeys": ["service"] },
    }),
  ];
}

/**
 * Returns permissions to read partitions. For queries of the index, the leading key is the index's own partition key. No role has an action
 * without a leading key, such as Scan, because the condition would then be true.
 */
function reading(reads: FunctionNeeds["reads"]): Statement {
  const index = { "Fn::Sub": `\${Table.Arn}/index/${indexName}` };
  return allow(["dynamodb:GetItem", "dynamodb:Query"], [table, index], ofPartitions(reads));
}

/** UpdateItem also overwrites items, so a function that can put can also update. */
const writeActions = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"];

function writing(writes: FunctionNeeds["writes"]): Statement {
  if (writes === "every partition") return allow(writeActions, table);
  return allow(writeActions, table, ofPartitions(writes));
}

function ofPartitions(lists: readonly (readonly string[])[]) {
  return { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [...new Set(lists.flat())].sort() } };
}

/** Returns permissions to update existing keys, without creating, deleting or moving them in the index. */
function recordingUse(partitions: readonly string[]): Statement {
  const { pk, sk, fields, version, expiresAt } = attribute;
  return allow(["dynamodb:UpdateItem"], table, {
    "ForAllValues:StringEquals": {
      "dynamodb:LeadingKeys": partitions,
      "dynamodb:Attributes": [pk, sk, fields, version, expiresAt, ...writeSlots],
    },
  });
}

type StatementsOfParts = { readonly [Part in keyof Parts]: (need: Parts[Part]) => readonly Statement[] };

const partStatements: StatementsOfParts = {
  agents: () => [
    allow(["execute-api:ManageConnections"], {
      "Fn::Sub":
        "arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${WebsocketsApi}/${self:provider.stage}/*/@connections/*",
    }),
  ],
  queue: (rights) => rights.map((right) => queueStatements("Jobs")[right]),
  deliveryQueue: (rights) => rights.map((right) => queueStatements("Deliveries")[right]),
  mailer: () => [],
  // An HTTP call with the caller's credential.
  ownApi: () => [],
  schedules: (subjects) => scheduling(subjects, [...puttingSchedules, "scheduler:DeleteSchedule"]),
  deliverySchedules: () => scheduling(["delivery"], puttingSchedules),
  blobs: (prefixes) => Object.entries(prefixes).flatMap(([prefix, rights]) => ofBlobs(prefix, rights)),
  // Presigned addresses have their signer's permissions.
  transfers: (ways) => [
    ...ofBlobs("agent/", ways.includes("outbound") ? ["put", "get", "delete"] : ["put", "get"]),
    ...(ways.includes("inbound")
      ? [allow(["s3:ListMultipartUploadParts"], { "Fn::Sub": "${Blobs.Arn}/agent/*" })]
      : []),
  ],
  logLines: () => [allow(["logs:FilterLogEvents"], arnOf("ServiceLog"))],
  serviceLogs: () => [
    allow(["logs:FilterLogEvents", "logs:DescribeLogStreams"], arnOf("ServiceLog")),
    // IAM has no narrower resource for this list; it shows names and sizes of log groups, but no lines.
    allow(["logs:DescribeLogGroups"], {
      "Fn::Sub": "arn:${AWS::Partition}:logs:${AWS::Region}:${AWS::AccountId}:log-group::log-stream:",
    }),
  ],
};

const puttingSchedules = ["scheduler:CreateSchedule", "scheduler:UpdateSchedule"];

/** Returns permissions for schedules whose names begin with these subjects. */
function scheduling(subjects: readonly string[], actions: readonly string[]): readonly Statement[] {
  return [
    ...subjects.map((subject) =>
      allow(actions, {
        "Fn::Sub": `arn:\${AWS::Partition}:scheduler:\${AWS::Region}:\${AWS::AccountId}:schedule/\${Schedules}/${subject}-*`,
      }),
    ),
    // The role that sends the messages of schedules.
    allow(["iam:PassRole"], arnOf("SchedulerRole"), {
      StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" },
    }),
  ];
}

const taking = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility", "sqs:GetQueueAttributes"];

function queueStatements(queue: "Jobs" | "Deliveries"): Readonly<Record<Parts["queue"][number], Statement>> {
  return {
    send: allow(["sqs:SendMessage"], arnOf(queue)),
    receive: allow(taking, arnOf(queue)),
    redrive: allow([...taking, "sqs:StartMessageMoveTask", "sqs:ListMessageMoveTasks"], arnOf(`Dead${queue}`)),
  };
}

/** Actions on objects. A failed multipart upload is aborted. */
const objectActions = {
  put: ["s3:PutObject", "s3:AbortMultipartUpload"],
  get: ["s3:GetObject"],
  delete: ["s3:DeleteObject"],
};

function ofBlobs(prefix: string, rights: Parts["blobs"][`${string}/`]): readonly Statement[] {
  const actions = rights.flatMap((right) => (right === "list" ? [] : objectActions[right]));
  const own = allow(actions, { "Fn::Sub": `\${Blobs.Arn}/${prefix}*` });
  if (!rights.includes("list")) return [own];
  return [own, allow(["s3:ListBucket"], arnOf("Blobs"), { StringLike: { "s3:prefix": [`${prefix}*`] } })];
}

function allow(Action: readonly string[], Resource: unknown, Condition?: unknown): Statement {
  return { Effect: "Allow", Action, Resource, ...(Condition !== undefined && { Condition }) };
}

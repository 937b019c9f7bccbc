import { dynamoPermissions } from "./dynamo-permissions.ts";
import type { Permission } from "./policy.ts";
import { account, region } from "./resolved.ts";
import type { Roles } from "./roles.ts";

type Input = Readonly<Record<string, unknown>>;
type Arns = Roles["arns"];

/** Permissions that a client's commands need, by the client's name in the SDK. Names in a test service represent the stack's resources. */
const permissionsBy: Readonly<Record<string, (command: string, input: Input, arns: Arns) => readonly Permission[]>> = {
  DynamoDBClient: (command, input, arns) => dynamoPermissions(command, input, arns.Table),
  KMSClient: (command, input, arns) => [
    {
      action: `kms:${command}`,
      // Older key ids belong to the account and are identified by their ARNs.
      resource: command === "GenerateMac" ? String(input.KeyId) : arns.EncryptionKey,
      keys: contextKeys((input.EncryptionContext ?? {}) as Readonly<Record<string, string>>),
    },
  ],
  S3Client: s3Permissions,
  SQSClient: sqsPermissions,
  SchedulerClient: (command, { GroupName, Name, Target }, arns) => [
    {
      action: `scheduler:${command}`,
      resource: `arn:aws:scheduler:${region}:${account}:schedule/latchkey-prod-${GroupName}/${Name}`,
    },
    // Scheduler assumes the role and checks whether the caller may pass it.
    ...(Target === undefined
      ? []
      : [
          {
            action: "iam:PassRole",
            resource: arns.SchedulerRole,
            keys: { "iam:PassedToService": ["scheduler.amazonaws.com"] },
          },
        ]),
  ],
  CloudWatchLogsClient: (command, _input, arns) => [
    {
      action: `logs:${command}`,
      resource:
        command === "DescribeLogGroups"
          ? `arn:aws:logs:${region}:${account}:log-group::log-stream:`
          : arns.ServiceLog.replace(/\*$/, "log-stream:"),
    },
  ],
};

/** Returns the permissions that an SDK call needs. @throws if the client or command is unknown here */
export function permissionsOf(client: string, commandName: string, input: object, arns: Arns): readonly Permission[] {
  const permissions = permissionsBy[client];
  if (permissions === undefined) throw new Error(`What calls of ${client} need is not known: tests/support/iam`);
  return permissions(commandName.replace(/Command$/, ""), input as Input, arns);
}

/** Returns the values of a context and the names in it. */
function contextKeys(context: Readonly<Record<string, string>>): NonNullable<Permission["keys"]> {
  const values = Object.entries(context).map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]]);
  return Object.keys(context).length === 0
    ? {}
    : { ...Object.fromEntries(values), "kms:EncryptionContextKeys": Object.keys(context) };
}

/** Returns the permission to send to, or to end, a connection of the WebSocket API. */
export function connectionPermission(method: "POST" | "DELETE", connection: string): Permission {
  const api = `arn:aws:execute-api:${region}:${account}:websocketsapi/prod`;
  return { action: "execute-api:ManageConnections", resource: `${api}/${method}/@connections/${connection}` };
}

const objectActions: Readonly<Record<string, string>> = {
  GetObject: "GetObject",
  HeadObject: "GetObject",
  PutObject: "PutObject",
  CreateMultipartUpload: "PutObject",
  UploadPart: "PutObject",
  CompleteMultipartUpload: "PutObject",
  AbortMultipartUpload: "AbortMultipartUpload",
  ListParts: "ListMultipartUploadParts",
  DeleteObject: "DeleteObject",
};

function s3Permissions(command: string, { Key, Prefix }: Input, { Blobs }: Arns): readonly Permission[] {
  const action = objectActions[command];
  if (action !== undefined) return [{ action: `s3:${action}`, resource: `${Blobs}/${Key}` }];
  if (command !== "ListObjectsV2") throw new Error(`What ${command} needs is not known: tests/support/iam`);
  return [listPermission(Blobs, Prefix === undefined ? undefined : String(Prefix))];
}

/** Returns the permission to list the bucket and to learn that an object is missing; the latter has no prefix. */
export function listPermission(bucket: string, prefix?: string): Permission {
  return {
    action: "s3:ListBucket",
    resource: bucket,
    ...(prefix !== undefined && { keys: { "s3:prefix": [prefix] } }),
  };
}

const batches: Readonly<Record<string, string>> = {
  DeleteMessageBatch: "DeleteMessage",
  SendMessageBatch: "SendMessage",
};
/** A move receives from one queue and sends to another as the caller. */
const ofMoves = ["StartMessageMoveTask", "ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

function sqsPermissions(
  command: string,
  { QueueUrl, SourceArn }: Input,
  { Jobs, DeadJobs, Deliveries, DeadDeliveries }: Arns,
): readonly Permission[] {
  const queue =
    String(QueueUrl ?? SourceArn)
      .split(/[/:]/)
      .at(-1) ?? "";
  const ofDeliveries = queue.startsWith("deliveries");
  const [own, dead] = ofDeliveries ? [Deliveries, DeadDeliveries] : [Jobs, DeadJobs];
  const resource = queue.endsWith("-dead") ? dead : own;
  if (command !== "StartMessageMoveTask") return [{ action: `sqs:${batches[command] ?? command}`, resource }];
  return [
    ...ofMoves.map((action) => ({ action: `sqs:${action}`, resource })),
    { action: "sqs:SendMessage", resource: own },
  ];
}

import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  UpdateTimeToLiveCommand,
  type UpdateTimeToLiveCommandInput,
} from "@aws-sdk/client-dynamodb";
import { CreateQueueCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { CloudResource } from "../../sandbox/aws/cloudformation/account.ts";
import type { ResourceType } from "../../sandbox/aws/cloudformation/resource-type.ts";
import type { Properties } from "../../sandbox/aws/cloudformation/template.ts";
import { bucket } from "../../sandbox/aws/cloudformation/types/bucket.ts";
import { resourceTypes } from "../../sandbox/aws/cloudformation/types/catalog.ts";
import { key } from "../../sandbox/aws/cloudformation/types/key.ts";
import { queue } from "../../sandbox/aws/cloudformation/types/queue.ts";
import { scheduleGroup } from "../../sandbox/aws/cloudformation/types/schedule-group.ts";
import { table } from "../../sandbox/aws/cloudformation/types/table.ts";

/** Emulators that get the resources of a stack. */
export interface EmulatorClients {
  readonly tables: Pick<DynamoDBClient, "send">;
  readonly queues: Pick<SQSClient, "send">;
  /** Address of the emulator of SQS, which is a part of each queue's address. */
  readonly queueEndpoint: string;
  addKey(arn: string): void;
  addBucket(name: string): void;
  addScheduleGroup(name: string): void;
}

/**
 * Returns all resource types, of which five also create their resources in emulators. Updates and deletions don't reach the emulators: a
 * stack on this machine is created at each start.
 */
export function emulatedTypes(clients: EmulatorClients): readonly ResourceType[] {
  const { tables, queues, queueEndpoint, addKey, addBucket, addScheduleGroup } = clients;
  const emulated: readonly ResourceType[] = [
    { ...table, created: (resource) => createTable(tables, resource) },
    {
      ...queue,
      identify(request) {
        const identity = queue.identify(request);
        const url = `${queueEndpoint}/${request.account.id}/${identity.attributes?.QueueName}`;
        return { ...identity, id: url, attributes: { ...identity.attributes, QueueUrl: url } };
      },
      created: (resource) => createQueue(queues, resource),
    },
    { ...bucket, created: ({ id }) => addBucket(id) },
    { ...key, created: ({ attributes }) => addKey(String(attributes.Arn)) },
    { ...scheduleGroup, created: ({ id }) => addScheduleGroup(id) },
  ];
  const replaced = new Map(emulated.map((type) => [type.type, type]));
  return resourceTypes.map((type) => replaced.get(type.type) ?? type);
}

async function createTable(tables: EmulatorClients["tables"], { id: TableName, properties }: CloudResource) {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode } = properties;
  const { DeletionProtectionEnabled, TimeToLiveSpecification } = properties;
  const structure = { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode };
  const definition = { TableName, ...structure, DeletionProtectionEnabled };
  await tables.send(new CreateTableCommand(definition as unknown as CreateTableCommandInput));
  if (TimeToLiveSpecification === undefined) return;
  const lifetime = { TableName, TimeToLiveSpecification } as unknown as UpdateTimeToLiveCommandInput;
  await tables.send(new UpdateTimeToLiveCommand(lifetime));
}

/** Attributes of a queue that the emulator has. */
const queueAttributes = ["DelaySeconds", "MaximumMessageSize", "MessageRetentionPeriod", "VisibilityTimeout"];

async function createQueue(queues: EmulatorClients["queues"], { attributes, properties }: CloudResource) {
  const Attributes = Object.fromEntries([
    ...queueAttributes.filter((name) => name in properties).map((name) => [name, String(properties[name])] as const),
    ...redrive(properties),
  ]);
  await queues.send(new CreateQueueCommand({ QueueName: String(attributes.QueueName), Attributes }));
}

function redrive({ RedrivePolicy }: Properties): readonly (readonly [string, string])[] {
  return RedrivePolicy === undefined ? [] : [["RedrivePolicy", JSON.stringify(RedrivePolicy)]];
}

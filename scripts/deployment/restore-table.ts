import {
  type AttributeValue,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { itemOf, rawItem, rawKey } from "#shared/aws/dynamo/item.ts";
import { attribute } from "#shared/aws/dynamo/schema.ts";
import { markedDelivery, sourceOf } from "#shared/deliveries/store.ts";
import type { Item, Key } from "#shared/ports/table.ts";

type Client = Pick<DynamoDBClient, "send">;

/** Result of a restore. */
export interface Restored {
  readonly copied: number;
  readonly counters: number;
  readonly leftOut: number;
}

/** Expired by then: sessions, sign-ins, refused attempts, events, and messages between service and agent. */
const over = ["session#", "native#", "sign-in#", "hand-over#", "attempts#", "events#", "agent-frame#", "agent-code#"];
const overPartitions = new Set(["agent-requests", "agent-replies"]);
const overOfAgent = new Set(["link", "sequence"]);
/** Numbers are never used twice, so counters don't go back. */
const counters = new Set(["counter", "webhook-counter"]);
/** Facts that happen once: if the table in use has them, its version is newer. */
const happensOnce = /^(?:processes|processes#keys|process#.+|deliveries#.+|delivery-senders#.+|schedules#runs#.+)$/;
/** Markers of unfinished records by partition, without the number of one of several, and the keys of those records. */
const recordOf: Readonly<Record<string, (sk: string) => Key>> = {
  "processes#open": (sk) => ({ pk: "processes", sk }),
  "open-deliveries": (sk) => ({ pk: `deliveries#${sourceOf(sk)}`, sk: markedDelivery(sk) }),
};
const openStates = new Set(["queued", "running", "pending"]);

/**
 * Copies the items of a restored table over those of a table that is in use. Keeps items that only the latter has. Every replaced item gets
 * a version higher than both, so that late writes based on the old version fail.
 */
export async function restoreTable(client: DynamoDBClient, from: string, into: string): Promise<Restored> {
  const done = { copied: 0, counters: 0, leftOut: 0 };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    for (const raw of Items) {
      const item = itemOf(raw);
      const present = await presentItem(client, into, item);
      if (isOver(item) || (present && happensOnce.test(item.pk)) || (await hasEnded(client, into, item))) {
        done.leftOut += 1;
        continue;
      }
      await client.send(new PutItemCommand({ TableName: into, Item: mergedItem(item, present) }));
      if (counters.has(item.pk)) done.counters += 1;
      else done.copied += 1;
    }
  }
  return done;
}

function isOver({ pk, sk }: Item): boolean {
  return (
    over.some((beginning) => pk.startsWith(beginning)) ||
    overPartitions.has(pk) ||
    (pk === "agent" && overOfAgent.has(sk))
  );
}

function mergedItem(item: Item, present: Item | undefined): Record<string, AttributeValue> {
  const version = Math.max(item.version, present?.version ?? 0) + 1;
  const last = Math.max(Number(item.fields.last ?? 0), Number(present?.fields.last ?? 0));
  const fields = counters.has(item.pk) ? { ...item.fields, last } : item.fields;
  return rawItem({ ...item, fields, version }, "restored");
}

/** True if an item marks a record as unfinished that has ended in the table in use. */
async function hasEnded(client: Client, table: string, { pk, sk }: Item): Promise<boolean> {
  const key = recordOf[pk.replace(/#\d+$/, "")]?.(sk);
  const record = key && (await presentItem(client, table, key));
  return record !== undefined && !openStates.has(String(record.fields.state));
}

async function presentItem(client: Client, table: string, key: Key): Promise<Item | undefined> {
  const { Item } = await client.send(new GetItemCommand({ TableName: table, Key: rawKey(key), ConsistentRead: true }));
  return Item && itemOf(Item);
}

/** Turns on what a restored table lacks: expiry, point-in-time recovery, and deletion protection. */
export async function protectTable(client: Client, table: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: table }));
  // DynamoDB rejects turning it on again.
  if (!/^ENABL/.test(TimeToLiveDescription?.TimeToLiveStatus ?? "")) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: attribute.expiresAt };
    await client.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }));
  }
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName: table, PointInTimeRecoverySpecification }));
  await client.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: true }));
}

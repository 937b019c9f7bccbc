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
import { sourceOf } from "#shared/deliveries/store.ts";
import type { Item, Key } from "#shared/ports/table.ts";

type Client = Pick<DynamoDBClient, "send">;

/** What a restore did. */
export interface Restored {
  readonly copied: number;
  readonly counters: number;
  readonly leftOut: number;
}

/** What is over by then: sessions, sign-ins, refused attempts, events, and what was under way between service and agent. */
const over = ["session#", "native#", "sign-in#", "hand-over#", "attempts#", "events#", "agent-frame#", "agent-code#"];
const overPartitions = new Set(["agent-requests", "agent-replies"]);
const overOfAgent = new Set(["link", "sequence"]);
/** Their numbers are never given out twice, so they do not go back. */
const counters = new Set(["counter", "webhook-counter"]);
/** What happens once: where the table in use knows it, it knows more of it. */
const happensOnce = /^(?:processes|processes#keys|process#.+|deliveries#.+|delivery-senders#.+|schedules#runs#.+)$/;
/** Marks of what is not at its end, and where that is. */
const recordOf: Readonly<Record<string, (sk: string) => Key>> = {
  "processes#open": (sk) => ({ pk: "processes", sk }),
  "open-deliveries": (sk) => ({ pk: `deliveries#${sourceOf(sk)}`, sk }),
};
const openStates = new Set(["queued", "running", "pending"]);

/**
 * Copies the items of a restored table over those of a table that is in use. Items that are only in the latter stay. Every item that is replaced gets a
 * version behind both, so that a late write of a process that knows the one before is refused.
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

/** Whether an item marks as open what has come to its end in the table in use. */
async function hasEnded(client: Client, table: string, { pk, sk }: Item): Promise<boolean> {
  const key = recordOf[pk]?.(sk);
  const record = key && (await presentItem(client, table, key));
  return record !== undefined && !openStates.has(String(record.fields.state));
}

async function presentItem(client: Client, table: string, key: Key): Promise<Item | undefined> {
  const { Item } = await client.send(new GetItemCommand({ TableName: table, Key: rawKey(key), ConsistentRead: true }));
  return Item && itemOf(Item);
}

/** Gives a table what a restored one lacks: expiry, backups to any moment, and protection from deletion. */
export async function protectTable(client: Client, table: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: table }));
  // What is on already would be refused.
  if (!/^ENABL/.test(TimeToLiveDescription?.TimeToLiveStatus ?? "")) {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: attribute.expiresAt };
    await client.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }));
  }
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ TableName: table, PointInTimeRecoverySpecification }));
  await client.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: true }));
}

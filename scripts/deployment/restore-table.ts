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
import { itemOf, type RawItem, rawItem } from "#shared/aws/dynamo/item.ts";
import { attribute } from "#shared/aws/dynamo/schema.ts";
import type { Item } from "#shared/ports/table.ts";

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
const counters = "counter";

/**
 * Copies the items of a restored table over those of a table that is in use. Items that are only in the latter stay. Every item that is replaced gets a
 * version behind both, so that a late write of a process that knows the one before is refused.
 */
export async function restoreTable(client: DynamoDBClient, from: string, into: string): Promise<Restored> {
  const done = { copied: 0, counters: 0, leftOut: 0 };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    for (const raw of Items) {
      const item = itemOf(raw);
      if (isOver(item)) {
        done.leftOut += 1;
        continue;
      }
      const present = await presentItem(client, into, raw);
      await client.send(new PutItemCommand({ TableName: into, Item: mergedItem(item, present) }));
      if (item.pk === counters) done.counters += 1;
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
  const fields = item.pk === counters ? { ...item.fields, last } : item.fields;
  return rawItem({ ...item, fields, version }, "restored");
}

async function presentItem(client: Client, table: string, raw: RawItem): Promise<Item | undefined> {
  const key = { [attribute.pk]: raw[attribute.pk], [attribute.sk]: raw[attribute.sk] } as Record<
    string,
    AttributeValue
  >;
  const { Item } = await client.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }));
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

import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type ReturnValue,
  TransactionConflictException,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { checkWrite } from "#shared/ports/limits/table-limits.ts";
import { ConditionFailed, type Item, StoreUnavailable, type Write } from "#shared/ports/table.ts";
import { backoff } from "../backoff.ts";
import { holds } from "./conditions.ts";
import { itemOf, livingItem, type RawItem, rawItem, writesSince } from "./item.ts";
import { created, firstMode, operationOf, type WriteContext } from "./operations.ts";
import { tableError } from "./table-error.ts";
import type { DynamoTableOptions } from "./table-options.ts";

type PutOrUpdate = Extract<Write, { readonly put: unknown } | { readonly update: unknown }>;

/**
 * Writes one item with one call, or two if the first guess about its existence was wrong. A repeated call whose response was lost finds
 * its write id in the item and does nothing.
 */
export function singleWrite({
  client,
  tableName,
  clock,
  ids,
}: DynamoTableOptions): (write: PutOrUpdate) => Promise<Item> {
  const pause = backoff(clock, ids);

  async function attempt(write: PutOrUpdate, at: WriteContext): Promise<Attempt> {
    const operation = operationOf(write, at);
    try {
      if ("Put" in operation) {
        await client.send(new PutItemCommand(operation.Put));
        return { stored: itemOf(operation.Put.Item ?? {}) };
      }
      if (!("Update" in operation)) throw new TypeError("A put or an update must produce a Put or an Update");
      const input = { ...operation.Update, ReturnValues: "ALL_NEW" satisfies ReturnValue } as const;
      const { Attributes = {} } = await client.send(new UpdateItemCommand(input));
      return { stored: itemOf(Attributes) };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { refusedBy: error.Item };
      if (error instanceof TransactionConflictException) return { conflict: error };
      throw tableError(error);
    }
  }

  return async (write) => {
    checkWrite(write);
    const writeId = Buffer.from(ids.bytes(9)).toString("base64url");
    let mode = firstMode(write);
    for (let count = 1; ; count++) {
      const nowSeconds = clock.now() / 1000;
      const answer = await attempt(write, { tableName, nowSeconds, writeId, mode });
      if ("stored" in answer) return answer.stored;
      if (count === maxAttempts) throw new StoreUnavailable("DynamoDB: too many concurrent writes to this item");
      if ("conflict" in answer) {
        await pause(count);
        continue;
      }
      const own = ownWrite(write, answer.refusedBy, writeId);
      if (own !== undefined) return own;
      const before = livingItem(answer.refusedBy, nowSeconds);
      if (!holds(write.condition, before)) throw new ConditionFailed();
      mode = before === undefined ? "create" : "change";
    }
  };
}

const maxAttempts = 10;

type Attempt =
  | { readonly stored: Item }
  | { readonly refusedBy: RawItem | undefined }
  | { readonly conflict: TransactionConflictException };

/** Returns the result of a write that had already happened when it was repeated. */
function ownWrite(write: PutOrUpdate, raw: RawItem | undefined, writeId: string): Item | undefined {
  const since = writesSince(raw, writeId);
  if (raw === undefined || since === undefined) return undefined;
  const newest = itemOf(raw);
  if (since === 0) return newest;
  // Two writers must never get the same number from a counter.
  if ("update" in write)
    throw new StoreUnavailable("DynamoDB: the write succeeded, but other writes followed before its response");
  return { ...itemOf(rawItem(created(write), writeId)), version: newest.version - since };
}

import {
  type CancellationReason,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { ConditionFailed, StoreUnavailable, type Write } from "#shared/ports/table.ts";
import { backoff } from "../backoff.ts";
import { holds } from "./conditions.ts";
import { livingItem } from "./item.ts";
import { firstMode, type Mode, operationOf } from "./operations.ts";
import { cancellationError, tableError } from "./table-error.ts";
import type { DynamoTableOptions } from "./table-options.ts";

/** Makes checked writes, all or none. If a response is lost, repeats the call with the same token, which has no second effect. */
export function transaction({
  client,
  tableName,
  clock,
  ids,
}: DynamoTableOptions): (writes: readonly Write[]) => Promise<void> {
  const pause = backoff(clock, ids);

  /** Returns undefined on success, otherwise the reason for each write. */
  async function attempt(
    writes: readonly Write[],
    modes: readonly Mode[],
    nowSeconds: number,
  ): Promise<readonly CancellationReason[] | undefined> {
    const writeId = Buffer.from(ids.bytes(9)).toString("base64url");
    const operations = writes.map((write, index) =>
      operationOf(write, { tableName, nowSeconds, writeId, mode: modes[index] ?? "change" }),
    );
    try {
      // A canceled transaction leaves nothing behind. The next attempt has another content and needs another token.
      await client.send(new TransactWriteItemsCommand({ TransactItems: operations, ClientRequestToken: ids.uuid() }));
      return undefined;
    } catch (error) {
      if (error instanceof TransactionCanceledException) return error.CancellationReasons ?? [];
      throw tableError(error);
    }
  }

  return async (writes) => {
    const modes = writes.map(firstMode);
    for (let count = 1; ; count++) {
      const nowSeconds = clock.now() / 1000;
      const reasons = await attempt(writes, modes, nowSeconds);
      if (reasons === undefined) return;
      if (count === maxAttempts) throw new StoreUnavailable("DynamoDB: too many concurrent writes to these items");
      for (const [index, write] of writes.entries()) {
        const { Code, Item } = reasons[index] ?? {};
        if (Code !== "ConditionalCheckFailed") continue;
        const before = livingItem(Item, nowSeconds);
        if (!holds(write.condition, before)) throw new ConditionFailed(index);
        modes[index] = before === undefined ? "create" : "change";
      }
      const others = reasons.filter(({ Code = "None" }) => !["None", "ConditionalCheckFailed"].includes(Code));
      if (others.some(({ Code = "" }) => !transient.has(Code))) throw cancellationError(reasons);
      if (reasons.length === 0) throw new StoreUnavailable("DynamoDB canceled the transaction without a reason");
      if (others.length > 0) await pause(count);
    }
  };
}

const maxAttempts = 10;

/** Temporary reasons. */
const transient = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

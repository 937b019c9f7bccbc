import { DeleteItemCommand, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { checkKey, checkTransaction, checkWrite } from "#shared/ports/limits/table-limits.ts";
import { ConditionFailed, type Key, type Table, type Write } from "#shared/ports/table.ts";
import { livingItem, rawKey } from "./item.ts";
import { readPage } from "./pages.ts";
import { singleWrite } from "./single-write.ts";
import { tableError } from "./table-error.ts";
import type { DynamoTableOptions } from "./table-options.ts";
import { transaction } from "./transaction.ts";

/** Implements the Table port on one DynamoDB table, which serverless.yml describes. */
export function dynamoTable(options: DynamoTableOptions): Table {
  const { client, tableName, clock } = options;
  const nowSeconds = (): number => clock.now() / 1000;
  const write = singleWrite(options);
  const transact = transaction(options);

  const remove = async (key: Key): Promise<void> => {
    try {
      await client.send(new DeleteItemCommand({ TableName: tableName, Key: rawKey(key) }));
    } catch (error) {
      throw tableError(error);
    }
  };

  /** Makes one checked write. */
  const one = async (each: Write): Promise<unknown> => {
    if ("put" in each || "update" in each) return write(each);
    if ("check" in each || each.condition !== undefined) return transact([each]);
    return remove(each.delete);
  };

  return {
    async get(key) {
      checkKey(key);
      const input = { TableName: tableName, Key: rawKey(key), ConsistentRead: true };
      try {
        const { Item } = await client.send(new GetItemCommand(input));
        return livingItem(Item, nowSeconds());
      } catch (error) {
        throw tableError(error);
      }
    },
    async query(query) {
      return readPage(client, tableName, query, nowSeconds());
    },
    async put(put, condition) {
      return write({ put, ...(condition === undefined ? {} : { condition }) });
    },
    async update(update, change, condition) {
      return write({ update, change, ...(condition === undefined ? {} : { condition }) });
    },
    async delete(key, condition) {
      // A delete leaves nothing that shows whose it was, so a conditional one is recognized by its transaction's token.
      if (condition !== undefined) return transact([checked({ delete: key, condition })]);
      checkKey(key);
      await remove(key);
    },
    async transact(writes, { inOrder = false } = {}) {
      checkTransaction(writes);
      if (!inOrder) return transact(writes);
      for (const [place, each] of writes.entries())
        await one(each).catch((thrown: unknown) => {
          throw thrown instanceof ConditionFailed ? new ConditionFailed(place) : thrown;
        });
    },
  };
}

function checked(write: Write): Write {
  checkWrite(write);
  return write;
}

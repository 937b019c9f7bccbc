import { DeleteItemCommand, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { checkKey, checkTransaction, checkWrite } from "#shared/ports/limits/table-limits.ts";
import type { Table, Write } from "#shared/ports/table.ts";
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
      try {
        await client.send(new DeleteItemCommand({ TableName: tableName, Key: rawKey(key) }));
      } catch (error) {
        throw tableError(error);
      }
    },
    async transact(writes) {
      checkTransaction(writes);
      await transact(writes);
    },
  };
}

function checked(write: Write): Write {
  checkWrite(write);
  return write;
}

import {
  BatchWriteItemCommand,
  CreateTableCommand,
  type DynamoDBClient,
  paginateScan,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { tableDefinition } from "../support/table-definition.ts";

let tables = 0;

/** Returns a separate table, and its adapter. */
export async function freshTable(
  client: DynamoDBClient,
  clock: Clock,
): Promise<Table & { readonly tableName: string }> {
  const tableName = `table-${++tables}`;
  await client.send(new CreateTableCommand(tableDefinition(tableName)));
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 0.2, maxDelay: 0.5 }, { TableName: tableName });
  return { ...dynamoTable({ client, tableName, clock, ids: systemIds(clock) }), tableName };
}

/** Returns the emptied table of a real account, which the environment names. The table's name must say that it may be emptied. */
export async function remoteTable(client: DynamoDBClient, clock: Clock): Promise<Table> {
  const tableName = process.env.LATCHKEY_TEST_TABLE ?? "";
  if (!tableName.endsWith("-test")) throw new Error("LATCHKEY_TEST_TABLE must end in -test: the suite empties it");
  const pages = paginateScan({ client, pageSize: 25 }, { TableName: tableName, ProjectionExpression: "pk, sk" });
  for await (const { Items = [] } of pages) {
    const requests = Items.map((Key) => ({ DeleteRequest: { Key } }));
    if (requests.length > 0) await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
  }
  return dynamoTable({ client, tableName, clock, ids: systemIds(clock) });
}

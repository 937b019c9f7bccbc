import { DescribeTableCommand, DescribeTimeToLiveCommand, UpdateTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";
import { dynoxideClient } from "../support/aws/dynoxide-client.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { tableDefinition, timeToLive } from "../support/table-definition.ts";
import { freshTable } from "./dynamo-worlds.ts";

test("the table is billed per request, has one index with all attributes, and deletes expired items", async () => {
  const emulator = await startDynoxide();
  const client = dynoxideClient(emulator.endpoint);
  onTestFinished(async () => {
    client.destroy();
    await emulator.stop();
  });
  const { tableName: TableName } = await freshTable(client, turnableClock());
  await client.send(new UpdateTimeToLiveCommand(timeToLive(TableName)));
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const { KeySchema, GlobalSecondaryIndexes } = tableDefinition(TableName);
  expect(Table).toMatchObject({
    KeySchema,
    GlobalSecondaryIndexes,
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
  });
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "expiresAt" });
});

import { expect, onTestFinished, test } from "vitest";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { systemIds } from "#shared/node/ids.ts";
import { startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";
import { dynoxideClient } from "../support/aws/dynoxide-client.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { freshTable } from "./dynamo-worlds.ts";

/** Returns a table, and its requests to DynamoDB. The emulator has no replica that lags behind, so the requests themselves are checked. */
async function aTable() {
  const emulator = await startDynoxide();
  const client = dynoxideClient(emulator.endpoint);
  onTestFinished(async () => {
    client.destroy();
    await emulator.stop();
  });
  const clock = turnableClock();
  const { tableName } = await freshTable(client, clock);
  const asked: { readonly command: string | undefined; readonly input: Readonly<Record<string, unknown>> }[] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        asked.push({ command: commandName, input: { ...args.input } });
        return next(args);
      },
    { step: "initialize", priority: "high" },
  );
  return { table: dynamoTable({ client, tableName, clock, ids: systemIds(clock) }), asked };
}

test("reads by key and of partitions are consistent, and those of the index cost half", async () => {
  const { table, asked } = await aTable();
  await table.get({ pk: "p", sk: "a" });
  await table.query({ pk: "p" });
  await table.query({ pk: "p", index: true });
  expect(asked.map(({ command, input }) => [command, input.ConsistentRead])).toEqual([
    ["GetItemCommand", true],
    ["QueryCommand", true],
    ["QueryCommand", undefined],
  ]);
});

test("a page is one query, even with expired items, as long as they are few", async () => {
  const { table, asked } = await aTable();
  for (let sk = 0; sk < 5; sk++) await table.put({ pk: "p", sk: `${sk}`, fields: {}, expiresAt: 1 });
  for (let sk = 5; sk < 9; sk++) await table.put({ pk: "p", sk: `${sk}`, fields: {} });
  asked.length = 0;
  expect((await table.query({ pk: "p", limit: 1000 })).items).toHaveLength(4);
  expect(asked).toHaveLength(1);
  // The newest item of a kind is often read alone: expired items must not hide it.
  asked.length = 0;
  const first = await table.query({ pk: "p", limit: 1 });
  expect(first.items.map(({ sk }) => sk)).toEqual(["5"]);
  expect(asked.length).toBeLessThanOrEqual(4);
});

test("field names never collide with DynamoDB's reserved words", async () => {
  const { table } = await aTable();
  const fields = {
    name: 1,
    "a.b": 2,
    "#n0": 3,
    ":v0": 4,
    size: 5,
    "with space": 6,
    constructor: 7,
    w0: "x",
    version: 8,
  };
  await table.put({ pk: "p", sk: "a", fields: {} });
  const { fields: stored, version } = await table.update({ pk: "p", sk: "a" }, { set: fields, add: { "count.of": 1 } });
  expect([stored, version]).toEqual([{ ...fields, "count.of": 1 }, 2]);
});

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { systemIds } from "#shared/node/ids.ts";
import { ConditionFailed, StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { type Fault, faultProxy } from "../support/http/fault-proxy.ts";

/** Returns a DynamoDB that answers exactly what a test sets; the emulator has no concurrent writers. */
async function aTable() {
  const faults = await faultProxy("http://127.0.0.1:9");
  const client = new DynamoDBClient({
    ...clientSettings(),
    endpoint: faults.origin,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  onTestFinished(() => client.destroy());
  const clock = turnableClock();
  const table = dynamoTable({ client, tableName: "table", clock, ids: systemIds(clock) });

  /** Turns the clock until an operation has ended. */
  async function ended<Answer>(deed: Promise<Answer>): Promise<Answer> {
    let isOver = false;
    const over = deed.finally(() => {
      isOver = true;
    });
    // Checked below; until then its rejection must not count as unhandled.
    over.catch(() => undefined);
    while (!isOver) await clock.turn(1_000);
    return over;
  }
  return { table, faults, ended };
}

const says = (name: string, more: object = {}, status = 400): Fault => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name, ...more }),
});
const cancelled = (...codes: readonly string[]): Fault =>
  says("TransactionCanceledException", { CancellationReasons: codes.map((Code) => ({ Code, Message: Code })) });
const done: Fault = { status: 200, headers: { "content-type": "application/x-amz-json-1.0" }, body: "{}" };

const two = (table: Table) =>
  table.transact([{ delete: { pk: "p", sk: "a" } }, { check: { pk: "p", sk: "b" }, condition: "present" }]);

test("a transaction that conflicts with another one is retried, with growing delays", async () => {
  const { table, faults, ended } = await aTable();
  faults.plan(cancelled("TransactionConflict", "None"), cancelled("None", "ThrottlingError"), done);
  await ended(two(table));
  expect(faults.calls).toBe(3);
});

test("a transaction with endless conflicts is unavailable, after ten attempts", async () => {
  const { table, faults, ended } = await aTable();
  faults.always(cancelled("TransactionConflict", "None"));
  await expect(ended(two(table))).rejects.toThrow(StoreUnavailable);
  expect(faults.calls).toBe(10);
});

test("a failed condition is reported, even if another write conflicted", async () => {
  const { table, faults } = await aTable();
  faults.plan(cancelled("TransactionConflict", "ConditionalCheckFailed"));
  await expect(two(table)).rejects.toMatchObject({ name: "ConditionFailed", write: 1 });
});

test("a transaction that is too large, or that adds to a text, is rejected", async () => {
  const { table, faults } = await aTable();
  const invalid = (Message: string): Fault =>
    says("TransactionCanceledException", {
      CancellationReasons: [{ Code: "ValidationError", Message }, { Code: "None" }],
    });
  faults.plan(invalid("Item size to update has exceeded the maximum allowed size"));
  await expect(two(table)).rejects.toThrow(RangeError);
  faults.plan(invalid("An operand in the update expression has an incorrect data type"));
  await expect(two(table)).rejects.toThrow(TypeError);
});

test("a transaction canceled for an unknown reason is unavailable", async () => {
  const { table, faults } = await aTable();
  for (const fault of [cancelled(), cancelled("ItemCollectionSizeLimitExceeded", "None")]) {
    faults.plan(fault);
    await expect(two(table)).rejects.toThrow(StoreUnavailable);
  }
});

test("a write of one item that conflicts with a transaction is retried", async () => {
  const { table, faults, ended } = await aTable();
  const conflict = says("TransactionConflictException");
  faults.plan(conflict, conflict, done);
  await ended(table.put({ pk: "p", sk: "a", fields: {} }, "absent"));
  expect(faults.calls).toBe(3);
  faults.always(conflict);
  await expect(ended(table.put({ pk: "p", sk: "a", fields: {} }, "absent"))).rejects.toThrow(StoreUnavailable);
});

test("a write that always conflicts fails after ten attempts", async () => {
  const { table, faults } = await aTable();
  // Present in the answer to the first call, missing in the second one, and so on.
  const there = { Item: { pk: { S: "p" }, sk: { S: "a" }, fields: { M: {} }, version: { N: "1" } } };
  const refused = "ConditionalCheckFailedException";
  faults.plan(...Array.from({ length: 12 }, (_, call) => says(refused, call % 2 === 0 ? {} : there)));
  await expect(table.update({ pk: "p", sk: "a" }, { add: { hits: 1 } })).rejects.toThrow(StoreUnavailable);
  expect(faults.calls).toBe(10);
});

test("a table without permission, or a missing one, is unavailable, not a failed condition", async () => {
  const { table, faults } = await aTable();
  for (const name of ["AccessDeniedException", "ResourceNotFoundException", "UnrecognizedClientException"]) {
    faults.plan(says(name));
    const failure = await table.put({ pk: "p", sk: "a", fields: {} }, "absent").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).not.toBeInstanceOf(ConditionFailed);
  }
});

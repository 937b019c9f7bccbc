import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { promptTable } from "#shared/ports/tables/prompt-table.ts";

const waitMs = 200;
const key = { pk: "a", sk: "b" };

/** Returns a table of which only reads are used. */
const readsBy = (get: Table["get"]) => promptTable({ get } as Table, waitMs);

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test("a response that arrived while the process was blocked or frozen is read before the call counts as late", async () => {
  const table = readsBy(async () => {
    // A response on a connection takes some turns of the event loop, and timers run before each.
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    return undefined;
  });
  const answer = table.get(key);
  block(2 * waitMs);
  expect(await answer).toBeUndefined();
  expect(await table.get(key)).toBeUndefined();
});

test("a call without a response in time is an outage, and no other call is made until it is answered", async () => {
  const answered = Promise.withResolvers<undefined>();
  let calls = 0;
  const table = readsBy(() => {
    calls += 1;
    return answered.promise;
  });
  const since = performance.now();
  await expect(table.get(key)).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - since).toBeGreaterThan(waitMs - 5);
  await expect(table.get(key)).rejects.toThrow(StoreUnavailable);
  expect(calls).toBe(1);
  answered.resolve(undefined);
  await pause(1);
  expect(await table.get(key)).toBeUndefined();
});

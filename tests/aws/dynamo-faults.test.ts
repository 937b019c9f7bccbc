import { join } from "node:path";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { systemIds } from "#shared/node/ids.ts";
import { ConditionFailed, StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { type Dynoxide, startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";
import { dynoxideClient } from "../support/aws/dynoxide-client.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { type Fault, type FaultProxy, faultProxy } from "../support/http/fault-proxy.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { freshTable } from "./dynamo-worlds.ts";

const key = { pk: "p", sk: "x" };
const clock = turnableClock();
const expired = Math.floor(clock.now() / 1000) - 60;

const throttled: Fault = {
  status: 400,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: '{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"Slow down"}',
};
const broken: Fault = { status: 500, body: '{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError"}' };

describe("a table on an unreliable connection", () => {
  let emulator: Dynoxide;
  let direct: DynamoDBClient;
  let line: DynamoDBClient;
  let faults: FaultProxy;
  /** The same table twice: without faults, and behind the proxy. */
  let sound: Table;
  let table: Table;

  beforeAll(async () => {
    emulator = await startDynoxide();
    direct = dynoxideClient(emulator.endpoint);
  });
  afterAll(async () => {
    direct.destroy();
    await emulator.stop();
  });
  beforeEach(async () => {
    faults = await faultProxy(emulator.endpoint);
    line = dynoxideClient(faults.origin);
    const { tableName, ...rest } = await freshTable(direct, clock);
    sound = rest;
    table = dynamoTable({ client: line, tableName, clock, ids: systemIds(clock) });
  });
  afterEach(() => line.destroy());

  const deeds: Readonly<Record<string, () => Promise<unknown>>> = {
    "a get": () => table.get(key),
    "a query": () => table.query({ pk: "p" }),
    "a put": () => table.put({ ...key, fields: { by: "put" } }),
    "a put of a new item": () => table.put({ pk: "p", sk: "new", fields: {} }, "absent"),
    "a put of a version": () => table.put({ ...key, fields: {} }, { version: 1 }),
    "an update": () => table.update(key, { set: { a: 1 }, add: { hits: 1 } }),
    "a delete": () => table.delete(key),
    "a delete of a version": () => table.delete(key, { version: 1 }),
    "a transaction": () =>
      table.transact([{ update: key, change: { add: { hits: 1 } } }, { delete: { pk: "p", sk: "y" } }]),
  };
  for (const [deed, act] of Object.entries(deeds)) {
    test(`${deed} is one call`, async () => {
      await sound.put({ ...key, fields: { hits: 1 } });
      await act();
      expect(faults.calls).toBe(1);
    });

    test(`${deed} succeeds if two of three calls fail`, async () => {
      await sound.put({ ...key, fields: { hits: 1 } });
      faults.plan("refuse", broken);
      await act();
      expect(faults.calls).toBe(3);
    });

    test(`${deed} fails as unavailable, after three calls, if the store is down`, async () => {
      faults.always("refuse");
      await expect(act()).rejects.toThrow(StoreUnavailable);
      expect(faults.calls).toBe(3);
    });
  }

  test("a store that throttles every second call loses and duplicates nothing", async () => {
    await sound.put({ ...key, fields: { hits: 0 } });
    for (let count = 1; count <= 6; count++) {
      faults.plan(throttled);
      expect((await table.update(key, { add: { hits: 1 } })).fields.hits).toBe(count);
    }
    expect(await sound.get(key)).toMatchObject({ fields: { hits: 6 }, version: 7 });
  });

  test("a store that throttles forever is unavailable", async () => {
    faults.always(throttled);
    await expect(table.get(key)).rejects.toThrow(StoreUnavailable);
    expect(faults.calls).toBe(3);
  });

  describe("if the response is lost after the write", () => {
    beforeEach(() => faults.plan("cut"));

    test("a put happens once", async () => {
      await sound.put({ ...key, fields: {} });
      faults.plan("cut");
      const stored = await table.put({ ...key, fields: { a: 1 } });
      expect(stored).toMatchObject({ fields: { a: 1 }, version: 2 });
      expect(await sound.get(key)).toEqual(stored);
    });

    test("a put of a new item has created it, and says so", async () => {
      const stored = await table.put({ ...key, fields: { a: 1 } }, "absent");
      expect(stored.version).toBe(1);
      expect(await sound.get(key)).toEqual(stored);
    });

    test("a put of a version has replaced it, and says so", async () => {
      await sound.put({ ...key, fields: {} });
      expect(await table.put({ ...key, fields: { a: 1 } }, { version: 1 })).toMatchObject({ version: 2 });
    });

    test("an update counts once, even if it creates the item", async () => {
      await sound.put({ ...key, fields: { hits: 5 } });
      expect((await table.update(key, { add: { hits: 1 } })).fields.hits).toBe(6);
      // The first call finds nothing to change, the second one creates.
      faults.plan("pass", "cut");
      expect((await table.update({ pk: "p", sk: "new" }, { add: { hits: 1 } })).fields.hits).toBe(1);
      expect(await sound.get({ pk: "p", sk: "new" })).toMatchObject({ fields: { hits: 1 }, version: 1 });
    });

    test("an update of an expired item starts it once", async () => {
      await sound.put({ ...key, fields: { hits: 7 }, expiresAt: expired });
      faults.plan("pass", "cut");
      expect(await table.update(key, { add: { hits: 1 } })).toMatchObject({ fields: { hits: 1 }, version: 1 });
      expect((await sound.get(key))?.fields).toEqual({ hits: 1 });
    });

    test("a conditional delete has happened, and says so", async () => {
      await sound.put({ ...key, fields: {} });
      await table.delete(key, "present");
      expect(await sound.get(key)).toBeUndefined();
      await expect(table.delete(key, "present")).rejects.toThrow(ConditionFailed);
    });

    test("a transaction happens once", async () => {
      await sound.put({ ...key, fields: { hits: 1 } });
      await table.transact([
        { update: key, change: { add: { hits: 1 } } },
        { put: { pk: "p", sk: "new", fields: {} }, condition: "absent" },
      ]);
      expect(await sound.get(key)).toMatchObject({ fields: { hits: 2 }, version: 2 });
      expect(await sound.get({ pk: "p", sk: "new" })).toMatchObject({ version: 1 });
    });

    test("a rejected write stays rejected when repeated", async () => {
      await sound.put({ ...key, fields: {} });
      await expect(table.put({ ...key, fields: {} }, "absent")).rejects.toThrow(ConditionFailed);
      expect((await sound.get(key))?.version).toBe(1);
    });
  });

  describe("if others write between the lost response and the repeated call", () => {
    /** Makes the connection lose one answer; `meanwhile` runs before the call is repeated. */
    function interrupted(client: DynamoDBClient, meanwhile: () => Promise<unknown>): void {
      let attempts = 0;
      client.middlewareStack.add(
        (next) => async (args) => {
          attempts += 1;
          if (attempts === 2) await meanwhile();
          return next(args);
        },
        { step: "finalizeRequest", priority: "low" },
      );
      faults.plan("cut");
    }

    test("a put of a new item still says that it created it", async () => {
      interrupted(line, () => sound.update(key, { set: { other: true } }));
      expect(await table.put({ ...key, fields: { mine: true } }, "absent")).toEqual({
        ...key,
        fields: { mine: true },
        version: 1,
      });
      expect(await sound.get(key)).toMatchObject({ fields: { mine: true, other: true }, version: 2 });
    });

    test("a counting update doesn't count again, and doesn't return another caller's number", async () => {
      await sound.put({ ...key, fields: { last: 10 } });
      interrupted(line, () => sound.update(key, { add: { last: 1 } }));
      await expect(table.update(key, { add: { last: 1 } })).rejects.toThrow(StoreUnavailable);
      expect((await sound.get(key))?.fields).toEqual({ last: 12 });
    });
  });
});

test("acknowledged writes are there when the store was killed and comes back", async () => {
  const file = join(scratchFolder(), "store.sqlite");
  const first = await startDynoxide({ file });
  const client = dynoxideClient(first.endpoint);
  const table = await freshTable(client, clock);
  for (let sk = 0; sk < 50; sk++) await table.put({ pk: "p", sk: String(sk), fields: {} });
  await first.stop();
  await expect(table.get({ pk: "p", sk: "0" })).rejects.toThrow(StoreUnavailable);
  await expect(table.put({ pk: "p", sk: "late", fields: {} })).rejects.toThrow(StoreUnavailable);
  const second = await startDynoxide({ file, port: Number(new URL(first.endpoint).port) });
  expect((await table.query({ pk: "p" })).items).toHaveLength(50);
  client.destroy();
  await second.stop();
});

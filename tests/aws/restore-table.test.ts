import { DeleteTableCommand, type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { afterAll, expect } from "vitest";
import { itemOf } from "#shared/aws/dynamo/item.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import { startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";
import { protectFromDeletion } from "../../scripts/deployment/protect-table.ts";
import { protectTable, restoreTable } from "../../scripts/deployment/restore-table.ts";
import { dynoxideClient } from "../support/aws/dynoxide-client.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { freshTable } from "./dynamo-worlds.ts";

const server = await startDynoxide();
const client = dynoxideClient(server.endpoint);
afterAll(async () => {
  client.destroy();
  await server.stop();
});

const key = { pk: "keys#data", sk: "0000000000000001" };
const put = (table: Table, pk: string, sk: string, fields: Record<string, string | number> = {}) =>
  table.put({ pk, sk, fields: { schema: 1, ...fields } });

verifies("runtime:aws:restored", async () => {
  const clock = turnableClock();
  const [restored, used] = [await freshTable(client, clock), await freshTable(client, clock)];
  await put(restored, key.pk, key.sk, { label: "as it was" });
  await put(restored, "counter", "keys#data", { last: 7 });
  await put(restored, "counter", "processes", { last: 900 });
  const over = ["session#x", "native#x", "sign-in#x", "hand-over#x", "attempts#x", "events#feed", "events#head"];
  for (const pk of over) await put(restored, pk, "x");
  for (const sk of ["link", "sequence", "active"]) await put(restored, "agent", sk);
  for (const label of ["of today", "changed", "changed again"]) await put(used, key.pk, key.sk, { label });
  await put(used, "keys#data", "0000000000000009", { label: "made since" });
  await put(used, "counter", "keys#data", { last: 9 });
  const late = await used.get(key);

  expect(await restoreTable(client, restored.tableName, used.tableName)).toEqual({
    copied: 2,
    counters: 2,
    leftOut: over.length + 2,
  });
  expect((await used.get(key))?.fields.label).toBe("as it was");
  // A process that has read the previous version is rejected.
  const write = used.put({ ...key, fields: { schema: 1, label: "late" } }, { version: late?.version ?? 0 });
  await expect(write).rejects.toThrow(ConditionFailed);
  const lasts = ["keys#data", "processes"].map(async (sk) => (await used.get({ pk: "counter", sk }))?.fields.last);
  expect(await Promise.all(lasts)).toEqual([9, 900]);
  const names: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: used.tableName }))
    names.push(...Items.map(itemOf).map(({ pk, sk }) => `${pk} ${sk}`));
  expect(names.sort()).toEqual([
    "agent active",
    "counter keys#data",
    "counter processes",
    "keys#data 0000000000000001",
    "keys#data 0000000000000009",
  ]);
});

verifies("runtime:aws:restored", "processes and deliveries that have ended since don't start again", async () => {
  const clock = turnableClock();
  const [restored, used] = [await freshTable(client, clock), await freshTable(client, clock)];
  const [ended, open] = ["0000000000000001", "0000000000000002"];
  for (const sk of [ended, open]) {
    await put(restored, "processes", sk, { state: "queued" });
    await put(restored, "processes#open", sk);
  }
  for (const sk of ["webhook-7_a", "webhook-7_b"]) {
    await put(restored, "deliveries#webhook-7", sk, { state: "pending" });
    await put(restored, "open-deliveries#3", sk);
  }
  await put(restored, "webhook-counter", "webhooks", { last: 7 });
  await put(used, "processes", ended, { state: "done" });
  await put(used, "deliveries#webhook-7", "webhook-7_a", { state: "delivered" });
  await put(used, "schedules#runs#1", "1000", { state: "started" });
  await put(restored, "schedules#runs#1", "1000", { state: "starting" });
  await put(used, "webhook-counter", "webhooks", { last: 9 });

  expect(await restoreTable(client, restored.tableName, used.tableName)).toEqual({
    copied: 4,
    counters: 1,
    leftOut: 5,
  });
  const stateOf = async (pk: string, sk: string) => (await used.get({ pk, sk }))?.fields.state;
  expect(await stateOf("processes", ended)).toBe("done");
  expect(await stateOf("processes", open)).toBe("queued");
  expect(await stateOf("deliveries#webhook-7", "webhook-7_a")).toBe("delivered");
  expect(await stateOf("schedules#runs#1", "1000")).toBe("started");
  const marks = async (pk: string) => (await used.query({ pk })).items.map(({ sk }) => sk);
  expect([await marks("processes#open"), await marks("open-deliveries#3")]).toEqual([[open], ["webhook-7_b"]]);
  expect((await used.get({ pk: "webhook-counter", sk: "webhooks" }))?.fields.last).toBe(9);
});

// "Restoring a table": settings that aren't restored must be set manually, and enabling an enabled TTL is rejected.
verifies("runtime:aws:restored", "items missing from a restored table are set, once", async () => {
  const asked: [name: string, input: object][] = [];
  let status = "DISABLED";
  const recorded = {
    async send(command: { readonly input: object }) {
      const { name } = command.constructor;
      asked.push([name, command.input]);
      if (name !== "DescribeTimeToLiveCommand") return {};
      const TimeToLiveDescription = { TimeToLiveStatus: status };
      status = "ENABLING";
      return { TimeToLiveDescription };
    },
  } as unknown as Pick<DynamoDBClient, "send">;
  await protectTable(recorded, "restored");
  const first = asked.splice(0);
  expect(first.map(([name]) => name)).toEqual([
    "DescribeTimeToLiveCommand",
    "UpdateTimeToLiveCommand",
    "UpdateContinuousBackupsCommand",
    "UpdateTableCommand",
  ]);
  expect(first[1]?.[1]).toMatchObject({ TimeToLiveSpecification: { AttributeName: "expiresAt", Enabled: true } });
  expect(first[2]?.[1]).toMatchObject({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  expect(first[3]?.[1]).toMatchObject({ DeletionProtectionEnabled: true });
  await protectTable(recorded, "restored");
  expect(asked.map(([name]) => name)).not.toContain("UpdateTimeToLiveCommand");
});

verifies("runtime:aws:failed-first", "a deployed table is protected from deletion, once", async () => {
  const { tableName } = await freshTable(client, turnableClock());
  expect(await protectFromDeletion(client, tableName)).toBe(true);
  expect(await protectFromDeletion(client, tableName)).toBe(false);
  await expect(client.send(new DeleteTableCommand({ TableName: tableName }))).rejects.toThrow("protect");
});

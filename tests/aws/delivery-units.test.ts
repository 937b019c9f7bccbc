import { afterAll, expect } from "vitest";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { deliveryBodies } from "#shared/deliveries/bodies.ts";
import type { AttemptEnd } from "#shared/deliveries/delivery-kind.ts";
import { systemIds } from "#shared/node/ids.ts";
import { startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";
import { aDeliverer, anEvent } from "../deliveries/support/a-deliverer.ts";
import { memoryBlobs } from "../deliveries/support/memory-blobs.ts";
import { dynoxideClient } from "../support/aws/dynoxide-client.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { freshTable } from "./dynamo-worlds.ts";

/** Units that a command has consumed, as DynamoDB reports them. */
interface Consumed {
  readonly CapacityUnits?: number;
  readonly Table?: { readonly CapacityUnits?: number };
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly CapacityUnits?: number }>>;
}

const emulator = await startDynoxide();
const client = dynoxideClient(emulator.endpoint);
afterAll(async () => {
  client.destroy();
  await emulator.stop();
});
const clock = turnableClock();
const { tableName } = await freshTable(client, clock);
const units = { writes: 0, index: 0, reads: 0 };
client.middlewareStack.add(
  (next, { commandName = "" }) =>
    async (args) => {
      const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "INDEXES" } });
      const consumed = (answer.output as { readonly ConsumedCapacity?: Consumed | readonly Consumed[] })
        .ConsumedCapacity;
      for (const each of Array.isArray(consumed) ? consumed : [consumed]) {
        const isRead = commandName.startsWith("Get") || commandName.startsWith("Query");
        units[isRead ? "reads" : "writes"] += each?.CapacityUnits ?? 0;
        for (const { CapacityUnits = 0 } of Object.values((each as Consumed)?.GlobalSecondaryIndexes ?? {}))
          if (!isRead) units.index += CapacityUnits;
      }
      return answer;
    },
  { step: "initialize", priority: "low" },
);
const table = dynamoTable({ client, tableName, clock, ids: systemIds(clock) });

/** Returns the units of one event, from its arrival to its end. */
async function ofAnEvent({ bodyBytes, ends }: { readonly bodyBytes: number; readonly ends?: AttemptEnd }) {
  const life = aDeliverer(table, clock, [], async () => ends);
  const id = life.engine.newId("test-7");
  const body = await deliveryBodies(memoryBlobs).keep(id, Buffer.alloc(bodyBytes, "x"));
  const headers: [string, string][] = [
    ["Content-Type", "application/json"],
    ["User-Agent", "GitHub-Hookshot/044aadd"],
    ["X-GitHub-Event", "push"],
  ];
  Object.assign(units, { writes: 0, index: 0, reads: 0 });
  const event = {
    ...anEvent(id),
    senderId: "72d3162e",
    request: { method: "POST", target: "/receiver/a", headers, body },
  };
  const remembered = { senderId: "72d3162e", untilMs: clock.now() + 86_400_000 };
  await life.engine.accept(event, { remembered: { ...remembered, senderId: id }, wantsAttempt: false });
  await life.work();
  return { ...units };
}

verifies("webhooks:delivery:cost", "an event that is delivered at once writes nothing into the index", async () => {
  const { writes, index } = await ofAnEvent({ bodyBytes: 1_000 });
  expect(index).toBe(0);
  expect(writes).toBeLessThanOrEqual(16);
});

verifies("webhooks:delivery:cost", "a large body costs no write units, because it is an object", async () => {
  const small = await ofAnEvent({ bodyBytes: 10 });
  for (const bodyBytes of [10_000, 100_000]) expect(await ofAnEvent({ bodyBytes })).toEqual(small);
});

verifies("webhooks:delivery:cost", "an event that fails is in the index, and only then", async () => {
  const ends: AttemptEnd = { outcome: "refused", status: 410, reason: "Gone" };
  const { index } = await ofAnEvent({ bodyBytes: 1_000, ends });
  expect(index).toBeGreaterThan(0);
  expect(index).toBeLessThanOrEqual(2);
});

verifies("webhooks:delivery:cost", "sources are spread over the partitions of open deliveries", async () => {
  const life = aDeliverer(table, clock, []);
  for (let source = 100; source < 200; source += 1)
    await life.engine.accept(anEvent(life.engine.newId(`test-${source}`)), { wantsAttempt: false });
  const partitions = Array.from({ length: 16 }, (_, number) => `open-deliveries#${number}`);
  const counts = await Promise.all(partitions.map(async (pk) => (await table.query({ pk })).items.length));
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count)).toBe(100);
  expect(await Array.fromAsync(life.store.open("test-150"))).toHaveLength(1);
});

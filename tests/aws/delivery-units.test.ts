import { hash } from "node:crypto";
import { afterAll, expect } from "vitest";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { deliveryBodies } from "#shared/deliveries/bodies.ts";
import type { AttemptEnd } from "#shared/deliveries/delivery-kind.ts";
import { eventStore } from "#shared/events/store.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { EventContext } from "#shared/webhooks/event-context.ts";
import { acceptedAnswer, takenAnswer } from "#shared/webhooks/receiver/answers.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";
import { countedUse, eventBytes, eventWriteSteps, eventWrites } from "../../scripts/aws-cost.ts";
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
/** Units of each write. */
const steps: number[] = [];
client.middlewareStack.add(
  (next, { commandName = "" }) =>
    async (args) => {
      const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "INDEXES" } });
      const consumed = (answer.output as { readonly ConsumedCapacity?: Consumed | readonly Consumed[] })
        .ConsumedCapacity;
      for (const each of Array.isArray(consumed) ? consumed : [consumed]) {
        const isRead = commandName.startsWith("Get") || commandName.startsWith("Query");
        units[isRead ? "reads" : "writes"] += each?.CapacityUnits ?? 0;
        if (!isRead) steps.push(each?.CapacityUnits ?? 0);
        for (const { CapacityUnits = 0 } of Object.values((each as Consumed)?.GlobalSecondaryIndexes ?? {}))
          if (!isRead) units.index += CapacityUnits;
      }
      return answer;
    },
  { step: "initialize", priority: "low" },
);
const table = dynamoTable({ client, tableName, clock, ids: systemIds(clock) });

/** Returns text that compresses as little as text can, always the same. */
function randomText(bytes: number, seed: number): string {
  const blocks = Array.from({ length: Math.ceil(bytes / 64) }, (_, at) => hash("sha512", `${seed} ${at}`, "base64url"));
  return blocks.join("").slice(0, bytes);
}

interface TestEvent {
  readonly body?: string;
  readonly bodyBytes: number;
  readonly ends?: AttemptEnd;
  /** True if the sender waits for the result of the first attempt. */
  readonly waits?: boolean;
}

const webhookContext: EventContext = {
  ...{ webhookId: 7, keyId: 12, database: "Contacts.fmp12", channel: "orders", layout: "OttoReceiver" },
  ...{ script: "OttoReceiver", contentType: "application/json", contentCoding: "" },
  ...{ form: "receiver", query: [] },
  ...{ withQuery: false, withHeaders: false, recordId: null, isUnsure: false, taken: null, sent: null, filesStored: 0 },
};
const result = randomText(300, 1);
const taken = { recordId: "4711", scriptError: "0", scriptResult: result };
const delivered: AttemptEnd = {
  ...{ outcome: "delivered", status: 200, answer: result },
  context: { ...webhookContext, recordId: "4711", taken },
};

/** Returns the units of one webhook event with a sender's id, from its arrival to its end. */
async function ofAnEvent({
  bodyBytes,
  body: text = randomText(bodyBytes, 2),
  ends = delivered,
  waits = false,
}: TestEvent) {
  const life = aDeliverer(table, clock, [], async () => ends);
  const id = life.engine.newId("test-7");
  const body = await deliveryBodies(memoryBlobs).keep(id, Buffer.from(text));
  const headers: [string, string][] = [
    ["Content-Type", "application/json"],
    ["Content-Length", String(bodyBytes)],
    ["User-Agent", "GitHub-Hookshot/044aadd"],
    ["X-GitHub-Event", "push"],
    ["X-GitHub-Delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958"],
  ];
  const senderId = `72d3162e-${id}`;
  const request = { method: "POST", target: "/receiver/Contacts/orders", headers, body };
  const given = waits ? null : acceptedAnswer({ acceptedStatus: 202, acceptedBody: "json" }, id);
  const event = { ...anEvent(id), senderId, request, context: webhookContext, given };
  const remembered = { senderId, untilMs: clock.now() + 86_400_000 };
  Object.assign(units, { writes: 0, index: 0, reads: 0 });
  steps.length = 0;
  const { delivery } = await life.engine.accept(event, { remembered, wantsAttempt: waits });
  if (waits) await life.engine.perform(delivery, (record) => ({ ...record, given: takenAnswer(taken, id) }));
  else await life.work();
  return { ...units, steps: [...steps] };
}

verifies("webhooks:delivery:cost", async () => {
  for (const bodyBytes of eventBytes) {
    const writes = eventWrites(bodyBytes);
    expect(await ofAnEvent({ bodyBytes })).toMatchObject({
      ...{ writes, index: 0 },
      steps: eventWriteSteps.map((step) => step[bodyBytes]),
    });
    expect(writes).toBeLessThanOrEqual(8);
    const waited = await ofAnEvent({ bodyBytes, waits: true });
    expect(waited.writes).toBeLessThan(writes);
    expect(waited.index).toBe(0);
  }
});

verifies("webhooks:delivery:cost", "a body above 3 KB costs no write units, because it is an object", async () => {
  const small = await ofAnEvent({ bodyBytes: 10_000 });
  expect(await ofAnEvent({ bodyBytes: 100_000 })).toEqual(small);
});

verifies("webhooks:delivery:cost", "a typical body of 1 KB costs less, because it is compressed", async () => {
  const order = {
    id: 4711,
    lines: Array.from({ length: 14 }, (_, at) => ({ sku: `A-${at * 37}`, quantity: at, name: "Chair" })),
  };
  const body = JSON.stringify(order);
  expect(body.length).toBeGreaterThan(600);
  expect((await ofAnEvent({ bodyBytes: body.length, body })).writes).toBeLessThanOrEqual(eventWrites(1_000) - 2);
});

verifies(
  "webhooks:delivery:cost",
  "the counters of a webhook and the feed of changes cost what the page says",
  async () => {
    const { count } = webhookStore(table);
    const { add } = eventStore(table);
    const use = {
      lastUsed: clock.now(),
      lastResult: "Delivered",
      lastResultIsError: false,
      times: 1,
      bytes: 1,
      refused: 0,
    };
    steps.length = 0;
    await count(7, use);
    await add(["webhook:7"], clock.now());
    // The transaction writes the number and the entry.
    expect(steps).toEqual([countedUse.counter, countedUse.feed]);
  },
);

verifies("webhooks:delivery:cost", "an event that fails is in the index, and only then", async () => {
  const ends: AttemptEnd = { outcome: "refused", status: 410, reason: "Gone" };
  const { index } = await ofAnEvent({ bodyBytes: 1_000, ends });
  // Written once, with the end.
  expect(index).toBeGreaterThan(0);
  expect(index).toBeLessThanOrEqual(3);
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

import { hash } from "node:crypto";
import { Readable, Writable } from "node:stream";
import { afterAll, expect } from "vitest";
import type { RawCall } from "#shared/contract/delivery.ts";
import { inlineBody } from "#shared/deliveries/bodies.ts";
import type { AttemptContext, AttemptEnd } from "#shared/deliveries/delivery-kind.ts";
import { sourceOf } from "#shared/deliveries/store.ts";
import { systemIds } from "#shared/node/ids.ts";
import { eventCatalogue } from "#shared/notifications/events/contract.ts";
import { forwarding } from "#shared/notifications/forward.ts";
import { publishing } from "#shared/notifications/publish.ts";
import { notificationStore } from "#shared/notifications/store.ts";
import type { TriggerRecord } from "#shared/triggers/record.ts";
import { relayService } from "#shared/triggers/relay/service.ts";
import { openQueue } from "../../local-runtime/storage/queue/queue.ts";
import { crashingStores } from "../jobs/support/a-job-worker.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aDeliverer, anEvent } from "./support/a-deliverer.ts";

const service = await testService();
const { table } = service.openStores(service.clock);
afterAll(() => service.stop());

const call = { requestId: "", caller: { kind: "anyone" }, client: { address: "", limits: undefined } } as const;
let lives = 0;

type Life = ReturnType<typeof aDeliverer>;

/** Runs a process that dies at some write, in a store that outlives it, and a second process that finishes what it has left. */
async function twoLives(
  side: "before" | "after",
  number: number,
  attempt: (context: AttemptContext) => Promise<AttemptEnd | undefined>,
  live: (life: Life, source: string) => Promise<void>,
  /** Additional work of the second process besides due deliveries. */
  sweep: (life: Life) => Promise<unknown> = async () => undefined,
) {
  lives += 1;
  const source = `test-${lives}`;
  const clock = turnableClock();
  const first = crashingStores(table, openQueue({ file: ":memory:", clock }), side, number);
  const arrived: string[] = [];
  const whole = live(aDeliverer(first.table, clock, arrived, attempt), source);
  const survived = await Promise.race([whole.then(() => true), first.death.then(() => false)]);
  const second = aDeliverer(table, clock, arrived, attempt);
  for (let round = 0; round < 4; round += 1) {
    await clock.turn(30_000);
    await sweep(second);
    await second.engine.sweep();
    await second.work();
  }
  const open = await Array.fromAsync(second.store.open());
  return { survived, arrived, open, store: second.store };
}

const sides = ["before", "after"] as const;
const secret = "0".repeat(64);
const relaySecretHash = hash("sha256", secret, "base64url");

verifies("webhooks:delivery:killed", async () => {
  for (const waits of [true, false])
    for (const side of sides)
      for (let number = 1; ; number += 1) {
        let acknowledged = 0;
        let id = "";
        const { survived, arrived, open, store } = await twoLives(
          side,
          number,
          async () => undefined,
          async ({ engine, work, service: deliveries }, source) => {
            id = engine.newId(source);
            const given = { ...anEvent(id), senderId: "event 7" };
            const remembered = { senderId: "event 7", untilMs: Number.MAX_SAFE_INTEGER };
            const options = { remembered, wantsAttempt: waits };
            const { delivery, kind } = await engine.accept(given, options);
            expect(kind).toBe("new");
            if (waits) await engine.perform(delivery);
            acknowledged = 1;
            await work();
            await deliveries.replayDelivery({ id }, call);
            acknowledged = 2;
            await work();
          },
        );
        const place = `${side} write ${number}`;
        const stored = await store.get(id);
        expect(open, place).toEqual([]);
        expect([...new Set(arrived)], place).toEqual(stored === undefined ? [] : [id]);
        // An answered event is delivered, and also replayed if the replay was answered.
        expect(arrived.length, place).toBeGreaterThanOrEqual(acknowledged);
        if (stored !== undefined) expect(stored.record.state, place).toBe("delivered");
        if (!survived) continue;
        expect(number).toBeGreaterThan(4);
        expect(arrived).toEqual([id, id]);
        break;
      }
});

verifies(
  "webhooks:files:continued",
  "after a crash, an attempt of several steps continues after the last recorded one",
  async () => {
    const noted = ["record", "container"];
    let lostNotes = 0;
    for (const side of sides)
      for (let number = 1; ; number += 1) {
        const steps: string[] = [];
        const { survived, open } = await twoLives(
          side,
          number,
          async ({ record, keep }) => {
            const { done = 0 } = JSON.parse(record.context);
            for (const [at, step] of noted.entries()) {
              if (at < done) continue;
              steps.push(step);
              await keep({ done: at + 1 });
            }
            steps.push("script");
          },
          async ({ engine, work }, source) => {
            await engine.accept(anEvent(engine.newId(source)), { wantsAttempt: false });
            await work();
          },
        );
        const place = `${side} write ${number}: ${steps.join()}`;
        expect(open, place).toEqual([]);
        // A step is repeated only if its note was lost.
        const again = steps.filter((step, at) => steps.indexOf(step) < at);
        expect(again.length, place).toBeLessThanOrEqual(1);
        lostNotes += again.filter((step) => step !== "script").length;
        if (!survived) continue;
        expect(steps).toEqual(["record", "container", "script"]);
        break;
      }
    expect(lostNotes).toBe(2);
  },
);

/** Returns a change that FileMaker Server sends to the relay, and its status. */
function change(): { readonly raw: RawCall; status(): number | undefined } {
  let status: number | undefined;
  const answer = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), {
    writeHead(given: number) {
      status = given;
    },
  });
  const http = { method: "POST", target: "", headers: [], body: Readable.from([Buffer.from("{}")]), answer };
  const rest = { address: "", prefix: "svc", requestId: "", fromTrustedProxy: false, isFromThisMachine: () => true };
  const { signal: gone } = new AbortController();
  return { raw: { ...call, http: { ...http, ...rest }, header: () => undefined, gone }, status: () => status };
}

const aTarget: TriggerRecord["targets"][number] = {
  ...{ id: 1, kind: "url", url: "https://a.example.com", headerNames: [], scheduleId: null, sealed: "" },
  ...{ isEnabled: true, failingSince: null, disabledReason: null },
};
const aTrigger: TriggerRecord = {
  ...{ schema: 1, id: 1, label: "Changes", database: "Contacts.fmp12", marker: "", createdAt: 0, updatedAt: 0 },
  ...{ sealedRelaySecret: "", relaySecretHash, targets: [], current: null, next: null, serverId: 1, replaced: [] },
  ...{ dropsPending: false, isDeleted: false, isOpen: false, reason: null },
};

verifies("triggers:relay:killed", async () => {
  for (const side of sides)
    for (let number = 1; ; number += 1) {
      const { raw, status } = change();
      const sources: string[] = [];
      const { survived, arrived, open } = await twoLives(
        side,
        number,
        async () => undefined,
        async ({ engine, work }, source) => {
          const targets = [1, 2].map((at) => ({ ...aTarget, id: Number(`${source.slice(5)}${at}`) }));
          const trigger = { ...aTrigger, targets };
          // The relay's targets are separate sources; here they are renamed for the counting of arrivals.
          const renamed = (name: string) => name.replace(/^target-/, "test-");
          sources.push(...targets.map(({ id }) => `test-${id}`));
          const relay = relayService({
            store: { get: async () => trigger },
            engine: {
              newId: (name) => engine.newId(renamed(name)),
              accept: (given, options) => engine.accept({ ...given, source: renamed(given.source) }, options),
            },
            keepBody: async (_id, body) => inlineBody(body),
            clock: service.clock,
            log: { receiver: () => undefined },
            schemaChanged: async () => undefined,
            bodyMs: 1_000,
            largestBodyBytes: 1_000,
          });
          await relay.relayEvent({ id: 1, secret }, raw);
          await work();
        },
      );
      const place = `${side} write ${number}`;
      expect(open, place).toEqual([]);
      // An answered change reaches each target; without an answer, FileMaker Server sends it again.
      if (status() === 200) expect([...new Set(arrived.map(sourceOf))].sort(), place).toEqual(sources);
      for (const name of sources)
        expect(new Set(arrived.filter((id) => sourceOf(id) === name)).size, place).toBeLessThanOrEqual(1);
      if (!survived) continue;
      expect(number).toBeGreaterThan(4);
      expect(arrived).toHaveLength(2);
      break;
    }
});

/** Returns the notification service of one process, which stores events and creates their deliveries. */
function notifying({ table, engine }: Life) {
  const { clock } = service;
  const store = notificationStore(table);
  const vault = { seal: async (text: string) => text, open: async (text: string) => text };
  const woken: string[] = [];
  const wake = async (id: string) => void woken.push(id);
  return {
    store,
    publish: publishing({ store, vault, ids: systemIds(clock), clock, wake }),
    forwarding: forwarding({ store, engine, vault, clock, log: { error: () => undefined } }),
    woken,
  };
}

verifies("notifications:outbox:killed", async () => {
  const notifications = [{ type: "webhook", webhookUrl: "https://a.example.com" } as const];
  const data = eventCatalogue.agent_away.example;
  for (const side of sides)
    for (let number = 1; ; number += 1) {
      let isKept = false;
      const { survived, arrived, open } = await twoLives(
        side,
        number,
        async () => undefined,
        async (life, source) => {
          const { publish, forwarding: outbox, woken } = notifying(life);
          await publish({ event: "agent_away", data, subject: source, own: { source, notifications } });
          isKept = true;
          for (const id of woken) await outbox.forward(id);
          await life.work();
        },
        (life) => notifying(life).forwarding.sweep(),
      );
      const place = `${side} write ${number}`;
      expect(open, place).toEqual([]);
      expect(await Array.fromAsync(notificationStore(table).open()), place).toEqual([]);
      // However often it is forwarded, it is one delivery, which may arrive twice with the same id.
      expect(new Set(arrived).size, place).toBeLessThanOrEqual(1);
      if (isKept) expect(arrived.length, place).toBeGreaterThanOrEqual(1);
      if (!survived) continue;
      expect(number).toBeGreaterThan(4);
      expect(arrived).toHaveLength(1);
      break;
    }
});

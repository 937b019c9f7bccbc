import { afterAll, expect } from "vitest";
import { waitsForAgent } from "#shared/agent/api.ts";
import { deliveryIn } from "#shared/deliveries/messages.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { turnsOf } from "#shared/jobs/turn.ts";
import { wakeForAgent } from "#shared/jobs/wake-for-agent.ts";
import { openQueue } from "../../local-runtime/storage/queue/queue.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { aDeliverer, anEvent } from "../deliveries/support/a-deliverer.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { aJobWorker } from "./support/a-job-worker.ts";
import { type ActedKind, actedKind } from "./support/acted-kind.ts";
import { lambdaWithLoops } from "./support/lambda-with-loops.ts";

const clock = turnableClock();
const table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
afterAll(() => table.close());

const minuteMs = 60_000;

/** Returns the function `jobs` with its queue and its schedules. */
function jobsOnLambda(kinds: readonly JobKind[], lambda = lambdaWithLoops()) {
  const queue = openQueue({ file: ":memory:", clock });
  const traced = { ...queue, send: (message: Parameters<typeof queue.send>[0]) => queue.send(lambda.sent(message)) };
  const worker = aJobWorker(table, traced, clock, kinds);
  return {
    ...worker,
    lambda,
    /** Handles messages for a time, second by second. */
    async pass(seconds: number): Promise<void> {
      for (let left = seconds; left >= 0; left -= 1) {
        for (;;) {
          const [message] = await queue.receive({ maxMessages: 1, visibilitySeconds: 900 });
          if (message === undefined) break;
          const stopping = new AbortController().signal;
          await lambda.invoke("jobs", message.body, (body) => worker.consume({ ...message, body }, stopping));
          await queue.acknowledge([message.receipt]);
        }
        if (left > 0) await clock.turn(1_000);
      }
    },
  };
}

const accepted = (worker: ReturnType<typeof jobsOnLambda>, { plan }: JobKind) =>
  worker.accept({ plan, startedBy: "account:admin" });

/** Returns a kind with this number of steps, none of which pauses. */
function steps(name: string, count: number): ActedKind {
  const kind = actedKind(name);
  kind.act = async ({ checkpoint }) => {
    const done = Number(checkpoint ?? 0) + 1;
    return done === count ? { end: "done" } : { next: done };
  };
  return kind;
}

verifies("processes:chains:lambda", "a job of many steps runs to its end", async () => {
  const kind = steps("test.steps", 60);
  const worker = jobsOnLambda([kind]);
  const id = await accepted(worker, kind);
  await worker.pass(5);
  expect(await worker.store.get(id)).toMatchObject({ state: "done" });
  expect(kind.begun).toBe(60);
  expect(worker.lambda.deadLetters).toEqual([]);
  expect(worker.lambda.longest()).toBe(60);
});

verifies("processes:chains:lambda", "without the setting, Lambda would stop that job after 16 steps", async () => {
  const kind = steps("test.stopped", 60);
  const worker = jobsOnLambda(
    [kind],
    lambdaWithLoops(() => false),
  );
  const id = await accepted(worker, kind);
  await worker.pass(5);
  expect(await worker.store.get(id)).toMatchObject({ state: "running" });
  expect(kind.begun).toBe(16);
  expect(worker.lambda.deadLetters).toHaveLength(1);
});

verifies("processes:chains:lambda", "a wait for the agent of 30 minutes is no chain", async () => {
  const kind = actedKind("test.away");
  kind.act = async () => waitsForAgent;
  const worker = jobsOnLambda(
    [kind],
    lambdaWithLoops(() => false),
  );
  const id = await accepted(worker, kind);
  await worker.pass(30 * 60);
  expect(await worker.store.get(id)).toMatchObject({ state: "queued", waitingFor: "the agent on the database host" });
  expect(kind.begun).toBe(31);
  expect(worker.lambda.deadLetters).toEqual([]);
  expect(worker.lambda.longest()).toBe(1);
});

verifies("processes:chains:woken", async () => {
  const kind = actedKind("test.linked");
  kind.act = async () => waitsForAgent;
  const worker = jobsOnLambda([kind]);
  const id = await accepted(worker, kind);
  await worker.pass(70);
  kind.act = async () => ({ end: "done" });
  await wakeForAgent(worker);
  await worker.pass(1);
  expect(await worker.store.get(id)).toMatchObject({ state: "done", isForAgent: false });
});

verifies(
  "processes:chains:lambda",
  "builds that wait ten minutes for their turn aren't given up, and start at once when it comes",
  async () => {
    const hold = { isOver: false };
    const kind: JobKind & { begun: number[] } = {
      plan: { kind: "test.build", title: "Build", phases: [], canAbort: true },
      isRepeatable: true,
      begun: [],
      async run({ processId }) {
        const pause = await turns.turn(processId);
        if (pause !== undefined) return pause;
        kind.begun.push(processId);
        return processId === first && !hold.isOver ? { handedOver: true } : { end: "done" };
      },
      followUp: () => turns.wakeNext(),
    };
    const worker = jobsOnLambda(
      [kind],
      lambdaWithLoops(() => false),
    );
    const turns = turnsOf({
      ...{ store: worker.store, enqueue: worker.enqueue, now: clock.now },
      kinds: { build: kind.plan.kind, deployment: "test.deployment" },
    });
    const first = await accepted(worker, kind);
    const others = [await accepted(worker, kind), await accepted(worker, kind)];
    for (let minute = 0; minute < 10; minute += 1) {
      await worker.pass(60);
      // Its owner elsewhere reports.
      await worker.store.change(first, (record) => ({ record: { ...record, leasedUntil: clock.now() + minuteMs } }));
    }
    expect(kind.begun).toEqual([first]);
    await worker.store.change(first, (record) => ({
      record: { ...record, state: "done", endedAt: clock.now(), leasedUntil: 0 },
    }));
    await worker.enqueue(first);
    await worker.pass(2);
    expect(kind.begun).toEqual([first, ...others]);
    expect(worker.lambda.deadLetters).toEqual([]);
    expect(worker.lambda.longest()).toBeLessThan(16);
  },
);

verifies("processes:chains:bounded", "steps that never end slow down to one a minute", async () => {
  const kind = steps("test.endless", Number.POSITIVE_INFINITY);
  const worker = jobsOnLambda([kind]);
  const id = await accepted(worker, kind);
  await worker.pass(30 * 60);
  expect(kind.begun).toBeGreaterThan(200);
  expect(kind.begun).toBeLessThanOrEqual(200 + 31);
  expect(await worker.store.get(id)).toMatchObject({ state: "running" });
  expect(worker.lambda.deadLetters).toEqual([]);
});

verifies(
  "processes:chains:bounded",
  "a woken process that continues to wait has one next check, not several",
  async () => {
    const kind = actedKind("test.woken");
    kind.act = async () => waitsForAgent;
    const worker = jobsOnLambda([kind]);
    await accepted(worker, kind);
    await worker.pass(1);
    for (let wake = 0; wake < 5; wake += 1) {
      await worker.pass(15);
      await wakeForAgent(worker);
    }
    await worker.pass(1);
    const before = kind.begun;
    await worker.pass(10 * 60);
    expect(kind.begun - before).toBe(10);
  },
);

verifies(
  "processes:chains:lambda",
  "an ordered webhook with many waiting events delivers them one after another",
  async () => {
    const lambda = lambdaWithLoops();
    const queued: string[] = [];
    const arrived: string[] = [];
    const send = async (message: { readonly body: string }) => void queued.push(lambda.sent(message).body);
    const { engine } = aDeliverer(table, clock, arrived, undefined, { isOrdered: true, send });
    const ids = Array.from({ length: 50 }, () => engine.newId("test-8001"));
    for (const id of ids) await engine.accept(anEvent(id), { wantsAttempt: false });
    // Only one message is left, as after an outage.
    queued.splice(1);
    for (let message = queued.shift(); message !== undefined; message = queued.shift())
      await lambda.invoke("deliveries", message, (body) => engine.attempt(deliveryIn(body).delivery));
    expect(arrived).toEqual(ids);
    expect(lambda.deadLetters).toEqual([]);
    expect(lambda.longest()).toBe(50);
  },
);

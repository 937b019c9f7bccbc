import { afterAll, expect, test } from "vitest";
import { jobConsumer as consumerOf } from "#shared/jobs/consumer.ts";
import type { JobKind, StepContext } from "#shared/jobs/job-kind.ts";
import type { ReceivedMessage } from "#shared/ports/queue.ts";
import { processStore } from "#shared/processes/store.ts";
import { jobConsumer } from "../../functions/jobs/queue.ts";
import { jobReports } from "../../functions/wiring/work.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { actedKind, left, started, withKinds } from "./support/acted-kind.ts";

const steady = actedKind("test.steady");
const once = actedKind("test.once", { isRepeatable: false });
const service = await testService(withKinds(steady, once));
afterAll(() => service.stop());

const never = new AbortController().signal;
const message = (id: number, receiveCount = 1): ReceivedMessage => ({
  id: "m",
  body: JSON.stringify({ process: id }),
  receipt: "r",
  receiveCount,
});

/** Returns another host whose clock is two minutes ahead: for it, all other leases have expired. */
function otherHost(...kinds: readonly JobKind[]) {
  const { table, log, clock } = service.runtime.platform;
  return consumerOf({
    store: processStore(table, 60_000),
    jobs: { enqueue: async () => undefined, again: async () => undefined },
    queue: { release: async () => undefined },
    kinds: () => kinds,
    blobs: () => {
      throw new Error("No blobs here");
    },
    clock: { ...clock, now: () => clock.now() + 120_000 },
    log,
    announce: async () => undefined,
    other: () => undefined,
  });
}

/** Returns a process with a running step, and a function that lets it continue. */
async function underWay(kind: typeof steady) {
  const gate = Promise.withResolvers<void>();
  const over = Promise.withResolvers<unknown>();
  let context: StepContext | undefined;
  kind.act = async (step) => {
    context = step;
    try {
      await step.log("info", "Begun by the first");
      await gate.promise;
      await step.progress({ phase: "The first goes on" });
      return { end: "done" };
    } catch (thrown) {
      over.resolve(thrown);
      throw thrown;
    }
  };
  const id = await started(service, kind);
  await finalProcess(service, id, ({ logLines }) => logLines > 0);
  return { id, gate, over, signal: () => context?.signal };
}

verifies("processes:lease:fence", async () => {
  const { id, gate, over } = await underWay(steady);
  const second = actedKind("test.steady");
  second.act = async ({ log }) => {
    await log("info", "The second has taken over");
    return { end: "done" };
  };
  await otherHost(second)(message(id), never);
  gate.resolve();
  expect(await over.promise).toMatchObject({ name: "LeaseLost" });
  const { lines } = (await service.admin("GET", `/svc/api/processes/${id}/log`)).body.response;
  expect(lines.map(({ text }: { text: string }) => text)).toEqual([
    "Begun by the first",
    "The second has taken over",
    "Done",
  ]);
  expect(await shownProcess(service, id)).toMatchObject({ state: "done" });
});

verifies("processes:lease:fence", "a step that was taken over is asked to stop", async () => {
  const { id, gate, signal } = await underWay(steady);
  const second = actedKind("test.steady");
  await otherHost(second)(message(id), never);
  while (signal()?.aborted !== true) await service.turn(1_000);
  expect(signal()?.reason).toBe("lost");
  gate.resolve();
});

verifies("processes:lease:fence", "a step without progress for a long time keeps its lease", async () => {
  const { id, gate } = await underWay(once);
  const begun = once.begun;
  for (let seconds = 0; seconds < 300; seconds += 5) {
    await service.turn(5_000);
    await service.settle();
    await shownProcess(service, id);
  }
  await jobConsumer(service.runtime.platform)(message(id), never);
  expect(once.begun).toBe(begun);
  gate.resolve();
  expect(await finalProcess(service, id)).toMatchObject({ state: "done" });
});

verifies("processes:lease:clocks", async () => {
  for (const jumpMs of [3_600_000, -3_600_000])
    for (const kind of [once, steady]) {
      const { id, gate } = await underWay(kind);
      const begun = kind.begun;
      // The clock jumps, and the message arrives before the step could renew its lease.
      service.clock.jump(jumpMs);
      await jobConsumer(service.runtime.platform)(message(id), never);
      expect(await shownProcess(service, id)).toMatchObject({ state: "running" });
      expect(kind.begun).toBe(begun);
      gate.resolve();
      expect(await finalProcess(service, id)).toMatchObject({ state: "done" });
    }
});

verifies("processes:state:final-once", "work that can't be repeated has crashed if its owner is gone", async () => {
  const { id, gate, over } = await underWay(once);
  await otherHost(once)(message(id), never);
  expect(await shownProcess(service, id)).toMatchObject({
    state: "crashed",
    reason: "The worker stopped without a report",
  });
  gate.resolve();
  expect(await over.promise).toMatchObject({ name: "LeaseLost" });
  expect(await shownProcess(service, id)).toMatchObject({ state: "crashed" });
});

verifies("processes:messages:disorder", async () => {
  const gate = Promise.withResolvers<void>();
  steady.act = () => gate.promise.then(() => ({ end: "done" }));
  const before = steady.begun;
  const ids = await Promise.all(Array.from({ length: 5 }, () => started(service, steady)));
  const doubled = [...ids, ...ids, ...ids].map((id, index) => ({ id, order: (index * 7) % 15 }));
  const deliveries = doubled
    .sort((a, b) => a.order - b.order)
    .map(({ id }) => jobConsumer(service.runtime.platform)(message(id), never));
  gate.resolve();
  await Promise.all(deliveries);
  for (const id of ids) expect(await finalProcess(service, id)).toMatchObject({ state: "done", logLines: 1 });
  expect(steady.begun - before).toBe(5);
  await jobConsumer(service.runtime.platform)(message(ids[0] ?? 0, 4), never);
  expect(steady.begun - before).toBe(5);
});

verifies(
  "processes:messages:disorder",
  "reports of remote work take effect once each, in the order of their numbers",
  async () => {
    let fence = 0;
    once.act = async (step) => {
      ({ fence } = step);
      return { handedOver: true };
    };
    const processId = await started(service, once);
    await finalProcess(service, processId, ({ state }) => state === "running");
    while (fence === 0) await service.clock.sleep(20);
    const report = (number: number) => ({
      progress: { phase: "first", done: number, total: 6 },
      lines: [{ level: "info" as const, text: `Event ${number}` }],
      ...(number === 6 && { end: { state: "done" as const, reason: null } }),
    });
    const outcomes = [];
    for (const number of [3, 1, 1, 6, 3, 5, 2, 2, 4, 4, 6])
      outcomes.push(
        await jobReports(service.runtime.platform).fold({ processId, fence, number, report: report(number) }),
      );
    expect(outcomes).toEqual([
      "kept",
      "folded",
      "known",
      "kept",
      "kept",
      "kept",
      "folded",
      "known",
      "folded",
      "refused",
      "refused",
    ]);
    const process = await shownProcess(service, processId);
    expect(process).toMatchObject({ state: "done", done: 6, total: 6, logLines: 6 });
    const { lines } = (await service.admin("GET", `/svc/api/processes/${processId}/log`)).body.response;
    expect(lines.map(({ text }: { text: string }) => text)).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Event ${number}`),
    );
    expect(await service.rows(`process#${processId}`)).toHaveLength(6);
  },
);

verifies("processes:lease:fence", "reports of an owner that has lost the process are rejected", async () => {
  let fence = 0;
  steady.act = async (step) => {
    ({ fence } = step);
    return { handedOver: true };
  };
  const processId = await started(service, steady);
  while (fence === 0) await service.clock.sleep(20);
  const reports = jobReports(service.runtime.platform);
  expect(await reports.renewLease(processId, fence)).toEqual({ isAbortRequested: false });
  await service.admin("POST", `/svc/api/processes/${processId}/abort`);
  expect(await reports.renewLease(processId, fence)).toEqual({ isAbortRequested: true });
  expect(await reports.renewLease(processId, fence - 1)).toBeUndefined();
  const late = { processId, fence: fence - 1, number: 1, report: { end: { state: "done" as const, reason: null } } };
  expect(await reports.fold(late)).toBe("refused");
  const end = { state: "aborted" as const, reason: null };
  expect(await reports.fold({ processId, fence, number: 1, report: { end } })).toBe("folded");
  expect(await reports.renewLease(processId, fence)).toBeUndefined();
  expect(await shownProcess(service, processId)).toMatchObject({ state: "aborted" });
});

test("remote work crashes a minute after the last report of its worker", async () => {
  once.act = async () => ({ handedOver: true });
  const id = await started(service, once);
  await finalProcess(service, id, ({ state }) => state === "running");
  await service.settle();
  while ((await shownProcess(service, id)).endedAt === null) await service.turn(10_000);
  expect(await shownProcess(service, id)).toMatchObject({ state: "crashed" });
});

test("a worker that stops with its host returns the step unchanged", async () => {
  const stopping = new AbortController();
  steady.act = async (step) => {
    await left(step);
    throw new Error("left");
  };
  const host = actedKind("test.steady");
  host.act = steady.act;
  steady.act = async () => ({ waitingFor: "nothing", againSeconds: 100 });
  const id = await started(service, steady);
  await finalProcess(service, id, ({ waitingFor }) => waitingFor !== null);
  const working = otherHost(host)(message(id), stopping.signal);
  stopping.abort();
  await expect(working).rejects.toThrow("left");
  const [row] = (await service.rows("processes")).filter(({ fields }) => fields.id === id);
  expect(row?.fields).toMatchObject({ state: "running", leasedUntil: 0, attempts: 0 });
});

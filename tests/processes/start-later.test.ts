import { afterAll, expect, test } from "vitest";
import type { Schedules } from "#shared/ports/schedules.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { jobConsumer } from "../../functions/jobs/queue.ts";
import { scheduledJobs } from "../../functions/wiring/work.ts";
import { actedKind, started, withKinds } from "../jobs/support/acted-kind.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { finalProcess, shownProcess } from "./support/final-process.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const kind = actedKind("test.later");
/** Removals requested from the schedules. `areAway`: the schedules are unavailable. */
const removed: string[] = [];
let areAway = false;
const service = await testService({
  decorate(platform) {
    const { schedules } = platform;
    const watched: Schedules = {
      async put(schedule) {
        if (areAway) throw new StoreUnavailable("The schedules are away");
        await schedules.put(schedule);
      },
      async remove(name) {
        removed.push(name);
        await schedules.remove(name);
      },
    };
    return { ...withKinds(kind).decorate(platform), schedules: watched };
  },
});
afterAll(() => service.stop());

const moment = (fromNowMs: number) => new Date(service.clock.now() + fromNowMs).toISOString();
const start = (startAt: string) => service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap", startAt });
const never = new AbortController().signal;

async function accepted(startAt: string): Promise<number> {
  const { status, body } = await start(startAt);
  expect(status).toBe(202);
  return body.response.processId;
}

async function stateOf(id: number) {
  await service.settle();
  return (await shownProcess(service, id)).state;
}

for (const [what, ahead] of [
  ["within the hour", 10 * minute],
  ["in three days", 3 * day],
] as const)
  verifies("processes:start:at", `work that starts ${what} waits for its time, and says so`, async () => {
    const startAt = moment(ahead);
    const id = await accepted(startAt);
    expect(await shownProcess(service, id)).toMatchObject({
      state: "queued",
      startAt,
      startedAt: null,
      waitingFor: `the scheduled start at ${startAt}`,
      canAbort: true,
    });
    await service.turn(ahead - minute);
    expect(await stateOf(id)).toBe("queued");
    await service.turn(minute + 2_000);
    const process = await finalProcess(service, id);
    expect(process).toMatchObject({ state: "done", startAt, waitingFor: null });
    expect(Date.parse(process.startedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(startAt));
  });

verifies("processes:start:at", "scheduled work also starts if the service was restarted meanwhile", async () => {
  const id = await accepted(moment(3 * day));
  await service.restart();
  await service.turn(2 * day);
  expect(await stateOf(id)).toBe("queued");
  await service.turn(day + 2_000);
  expect(await finalProcess(service, id)).toMatchObject({ state: "done" });
});

verifies("processes:start:once", async () => {
  const before = kind.begun;
  const startAt = service.clock.now() + 2 * day;
  const id = await scheduledJobs(service.runtime.platform).accept({
    plan: kind.plan,
    startedBy: "account:admin",
    startAt,
  });
  const message = { id: "m", body: JSON.stringify({ process: id }), receipt: "r", receiveCount: 1 };
  for (let hours = 0; hours < 47; hours += 1) {
    await service.turn(60 * minute);
    // A worker that receives the message too early does nothing.
    await jobConsumer(service.runtime.platform)(message, never);
  }
  expect(kind.begun).toBe(before);
  await service.turn(60 * minute + 2_000);
  await finalProcess(service, id);
  await jobConsumer(service.runtime.platform)(message, never);
  await service.turn(day);
  await service.settle();
  expect(kind.begun).toBe(before + 1);
});

verifies("processes:start:lost", async () => {
  const id = await scheduledJobs(service.runtime.platform).accept({
    plan: kind.plan,
    startedBy: "account:admin",
    startAt: service.clock.now() + 2 * day,
  });
  await service.runtime.platform.schedules.remove(`process-${id}`);
  await service.turn(2 * day + 2_000);
  expect(await stateOf(id)).toBe("queued");
  while ((await stateOf(id)) === "queued") await service.turn(minute);
  const { startAt, startedAt } = await finalProcess(service, id);
  expect(Date.parse(startedAt ?? "") - Date.parse(startAt ?? "")).toBeLessThan(10 * minute);
});

verifies("processes:accept:outbox", "work is also done if its schedule couldn't be stored at that time", async () => {
  areAway = true;
  const id = await accepted(moment(2 * day));
  areAway = false;
  await service.turn(10 * minute);
  expect(await stateOf(id)).toBe("queued");
  await service.turn(2 * day);
  const { startAt, startedAt } = await finalProcess(service, id);
  expect(Date.parse(startedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(startAt ?? ""));
  expect(await service.logs()).toContain("enqueue_failed");
});

verifies("processes:start:abort", async () => {
  const id = await accepted(moment(2 * day));
  const before = removed.length;
  const aborted = await service.admin("POST", `/svc/api/processes/${id}/abort`);
  expect(aborted.body.response.process).toMatchObject({ state: "aborted", startedAt: null, waitingFor: null });
  expect(removed.slice(before)).toEqual([`process-${id}`]);
  expect((await service.admin("POST", `/svc/api/processes/${id}/abort`)).status).toBe(409);
  await service.turn(3 * day);
  expect(await shownProcess(service, id)).toMatchObject({ state: "aborted", startedAt: null });
});

verifies("processes:start:refused", async () => {
  for (const startAt of [moment(-1), moment(-day), moment(367 * day), "tomorrow", "2027-02-30T00:00:00Z", ""]) {
    expect((await start(startAt)).status, startAt).toBe(400);
  }
  const { processes } = (await service.admin("GET", "/svc/api/processes?state=open")).body.response;
  expect(processes).toEqual([]);
});

test("work that was accepted without a start time starts immediately", async () => {
  const id = await started(service, kind);
  expect(await finalProcess(service, id)).toMatchObject({ state: "done", startAt: null });
});

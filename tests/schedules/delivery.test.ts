import { afterAll, expect } from "vitest";
import { type NewItem, StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const minute = 60_000;
/** The next write that fails, as if its worker had died before it. */
let failing: ((item: NewItem) => boolean) | undefined;
const service = await testService({
  decorate(platform) {
    const table: Table = {
      ...platform.table,
      async put(item, condition) {
        if (failing?.(item)) {
          failing = undefined;
          throw new StoreUnavailable("The store is away");
        }
        return platform.table.put(item, condition);
      },
    };
    return { ...platform, table };
  },
});
afterAll(() => service.stop());

const hourly = { kind: "repeating", cron: "0 * * * *", timeZone: "UTC" } as const;
const get = (path: string) => service.admin("GET", `/svc/api/schedules${path}`);
const post = (path: string, json: object = {}) => service.admin("POST", `/svc/api/schedules${path}`, json);
const remove = (id: number) => service.admin("DELETE", `/svc/api/schedules/${id}`);

async function created(name: string, more: object = {}) {
  const action = { kind: "build", input: { buildId: name, files: [{ fileName: "Contacts" }] } };
  const { status, body } = await post("", { name, timing: hourly, action, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.response.schedule;
}

const runsOf = async (id: number) => (await get(`/${id}/runs`)).body.response.runs;

/** Returns all runs once the newest one has started, turning the clock meanwhile. */
async function settledRuns(id: number, stepMs = 1_000) {
  for (;;) {
    const runs = await runsOf(id);
    if (runs.length > 0 && runs[0].state !== "starting") return runs;
    await service.turn(stepMs);
  }
}

/** Turns the clock to a given time plus `laterMs`. */
const turnTo = (moment: string, laterMs = 2_000) => service.turn(Date.parse(moment) - service.clock.now() + laterMs);

async function processesOf(id: number) {
  const { processes } = (await service.admin("GET", `/svc/api/processes?text=schedule:${id}`)).body.response;
  return processes.filter(({ startedBy }: { readonly startedBy: string }) => startedBy === `schedule:${id}`);
}

verifies("schedules:missed:run", async () => {
  const { id, nextRuns } = await created("missed");
  await turnTo(nextRuns[2], 20 * minute);
  const runs = await settledRuns(id);
  expect(runs).toMatchObject([{ plannedAt: nextRuns[0], state: "started", missedRuns: 2 }]);
  expect((await get(`/${id}`)).body.response.schedule.nextRuns[0]).toBe(nextRuns[3]);
  expect(await processesOf(id)).toHaveLength(1);
  await remove(id);
});

verifies("schedules:missed:skip", async () => {
  const { id, nextRuns } = await created("skipped", { missed: "skip" });
  await turnTo(nextRuns[0], 20 * minute);
  expect(await settledRuns(id)).toMatchObject([
    { plannedAt: nextRuns[0], state: "skipped", processId: null, reason: expect.stringContaining(nextRuns[0]) },
  ]);
  expect(await service.logs()).toContain("schedule_skipped");
  await turnTo(nextRuns[1]);
  while ((await runsOf(id)).length < 2) await service.turn(1_000);
  expect(await settledRuns(id)).toMatchObject([{ plannedAt: nextRuns[1], state: "started" }, { state: "skipped" }]);
  await remove(id);
});

verifies("notifications:schedules:missed", async () => {
  const { events } = (await service.admin("GET", "/svc/api/notifications/events")).body.response;
  const missed = events.filter(({ event }: { event: string }) => event === "schedule_missed");
  expect(missed.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringMatching(/^“skipped” did not run on time: it was scheduled for .*Z\. It was skipped\.$/),
    expect.stringMatching(/^“missed” did not run on time: .*Z and 2 times after that\. It ran later\.$/),
  ]);
});

verifies("schedules:run:once", "a run happens once even if its worker dies after the work was accepted", async () => {
  const { id, nextRuns } = await created("once");
  failing = ({ pk, fields }) => pk.startsWith("schedules#runs#") && fields.state === "started";
  await turnTo(nextRuns[0]);
  const [run] = await settledRuns(id);
  expect(failing).toBeUndefined();
  expect(run).toMatchObject({ plannedAt: nextRuns[0], state: "started" });
  const body = JSON.stringify({ schedule: id, at: Date.parse(nextRuns[0]) });
  for (let sent = 0; sent < 3; sent += 1) await service.runtime.platform.queue.send({ body });
  await service.turn(5_000);
  await service.settle();
  expect(await runsOf(id)).toEqual([run]);
  expect(await processesOf(id)).toMatchObject([{ id: run.processId }]);
  await remove(id);
});

verifies(
  "schedules:run:deployment",
  "a deployment whose worker died while starting it isn't started again",
  async () => {
    const fileOperations = [{ operation: "close", target: { fileName: "Contacts" } }];
    const source = { type: "local", fileNames: ["Contacts"] };
    const input = { label: "Nightly", deployments: [{ source, fileOperations }] };
    const { id, nextRuns } = await created("tried", { action: { kind: "deployment", input } });
    failing = ({ pk }) => pk.startsWith("deployments");
    await turnTo(nextRuns[0]);
    const reason = "The worker stopped while starting the run";
    expect(await settledRuns(id)).toMatchObject([{ state: "failed", processId: null, reason }]);
    expect(failing).toBeUndefined();
    expect(await processesOf(id)).toEqual([]);
    await remove(id);
  },
);

verifies(
  "processes:poison:defect",
  "a defect at the start of a schedule's run fails that run immediately",
  async () => {
    const fileOperations = [{ operation: "close", target: { fileName: "Contacts" } }];
    const source = { type: "local", fileNames: ["Contacts"] };
    const input = { label: "Defect", deployments: [{ source, fileOperations }] };
    const { id, nextRuns } = await created("defect", { action: { kind: "deployment", input } });
    let tries = 0;
    failing = ({ pk }) => {
      if (!pk.startsWith("deployments")) return false;
      tries += 1;
      return decodeURIComponent("%zz") === "";
    };
    await turnTo(nextRuns[0]);
    const reason = "Something went wrong in Latchkey";
    expect(await settledRuns(id)).toMatchObject([{ state: "failed", processId: null, reason }]);
    failing = undefined;
    expect(tries).toBe(1);
    await remove(id);
  },
);

verifies("schedules:run:lost", async () => {
  const { id, nextRuns } = await created("lost", { timing: { ...hourly, cron: "0 */6 * * *" } });
  await service.runtime.platform.schedules.remove(`schedule-${id}`);
  await turnTo(nextRuns[0]);
  await service.settle();
  expect(await runsOf(id)).toEqual([]);
  const [run] = await settledRuns(id, 20_000);
  expect(run).toMatchObject({ plannedAt: nextRuns[0], state: "started" });
  expect(Date.parse(run.startedAt) - Date.parse(nextRuns[0])).toBeLessThan(5 * minute);
  await remove(id);
});

verifies("schedules:run:failed", async () => {
  const input = { buildId: "failing", files: [{ fileName: "Nowhere" }] };
  const { id, nextRuns } = await created("failing", { action: { kind: "build", input } });
  await turnTo(nextRuns[0]);
  const reason = "FileMaker Server doesn't host this file";
  expect(await settledRuns(id)).toMatchObject([{ state: "failed", processId: null, reason }]);
  expect((await get(`/${id}`)).body.response.schedule.nextRuns[0]).toBe(nextRuns[1]);
  expect(await post(`/${id}/run`)).toRefuseWith("database_not_found");
  expect(await service.logs()).toContain("schedule_failed");
  await remove(id);
});

verifies(
  "notifications:schedules:missed",
  "a task that can't start, and repetitions within the hour are counted",
  async () => {
    const input = { buildId: "again", files: [{ fileName: "Nowhere" }] };
    const timing = { ...hourly, cron: "*/20 * * * *" };
    const { id, nextRuns } = await created("Nowhere", { timing, action: { kind: "build", input } });
    for (const [at, moment] of nextRuns.slice(0, 2).entries()) {
      await turnTo(moment);
      while ((await runsOf(id)).length <= at) await service.turn(1_000);
      await settledRuns(id);
    }
    const { events } = (await service.admin("GET", "/svc/api/notifications/events")).body.response;
    const failed = events.filter(({ text }: { text: string }) => text.startsWith("“Nowhere”"));
    expect(failed).toMatchObject([
      {
        ...{ event: "schedule_failed", severity: "error", repeats: 1 },
        text: "“Nowhere” failed to start. FileMaker Server doesn't host this file",
      },
    ]);
    await remove(id);
  },
);

verifies("schedules:account:kept", async () => {
  const answer = await fetch(`${service.sandbox.origin}/fmi/admin/api/v2/user/auth`, {
    method: "POST",
    headers: { Authorization: adminAccount, "Content-Type": "application/json" },
    body: "{}",
  });
  const { token } = ((await answer.json()) as { readonly response: { readonly token: string } }).response;
  const asToken = (method: string, path: string, json: object) =>
    service.raw(method, `/svc/api/schedules${path}`, { headers: { Authorization: `Bearer ${token}` }, json });
  const { id, timing, savedBy } = await created("kept");
  const action = { kind: "build", input: { files: [{ fileName: "Contacts" }] } };
  expect(await asToken("POST", "", { name: "By a token", timing, action })).toRefuseWith("account_needed");
  expect((await asToken("PATCH", `/${id}`, { name: "Renamed" })).body.response.schedule).toMatchObject({
    name: "Renamed",
    savedBy,
  });
  const rows = JSON.stringify(await service.rows("schedules"));
  expect(rows).toContain("Renamed");
  expect(rows).not.toContain("admin-pass");
  await remove(id);
});

verifies("schedules:filemaker:operation", async () => {
  const { schedules } = (await get("/filemaker")).body.response;
  expect(schedules.length).toBeGreaterThan(0);
  const [{ id }] = schedules;
  const change = (isEnabled: boolean) =>
    service
      .admin("PATCH", `/svc/api/schedules/filemaker/${id}`, { isEnabled })
      .then(({ body }) => body.response.schedule);
  expect(await change(false)).toMatchObject({ id, isEnabled: false, nextRunAt: null });
  expect(await change(true)).toMatchObject({ id, isEnabled: true, nextRunAt: expect.stringMatching(/^2026-/) });
  const { schedule } = (await post(`/filemaker/${id}/run`)).body.response;
  expect(schedule).toMatchObject({ id, name: schedules[0].name, kind: schedules[0].kind });
  for (let row = schedule; row.isRunning || row.lastRunAt === null; ) {
    row = (await get("/filemaker")).body.response.schedules.find((one: { readonly id: string }) => one.id === id);
    if (!row.isRunning) expect(row).toMatchObject({ lastError: 0, lastRunAt: expect.stringMatching(/^2026-/) });
  }
  expect(await post("/filemaker/4711/run")).toRefuseWith("schedule_not_found");
});

/** Returns FileMaker Server's own schedule that makes a backup. */
function backupOfServer() {
  for (const live of service.sandbox.world.server.schedules.values()) {
    const { definition } = live;
    if (definition.backupType !== undefined) return { live, definition, backupType: definition.backupType };
  }
  throw new Error("The server has no backup");
}

verifies("schedules:run:server-schedule", async () => {
  const { live, definition } = backupOfServer();
  live.definition = { ...definition, runMilliseconds: minute };
  const action = (serverScheduleId: string) => ({ kind: "serverSchedule", input: { serverScheduleId } });
  const refused = { name: "Backup", timing: hourly, action: action("4711") };
  expect(await post("", refused)).toRefuseWith("server_schedule_not_found");
  const { id } = await created("Backup", { action: action(live.id), isEnabled: false });

  // A backup that had already started may lack the changes that this run must contain.
  await post(`/filemaker/${live.id}/run`);
  const before = live.lastRunAt;
  const { processId } = (await post(`/${id}/run`)).body.response;
  const seen = async (isSo: (process: { state: string; phase: string | null }) => boolean) => {
    for (;;) {
      const { process } = (await service.admin("GET", `/svc/api/processes/${processId}`)).body.response;
      if (isSo(process)) return process;
      await service.turn(1_000);
    }
  };
  await seen(({ phase }) => phase === "waiting");
  expect(live.lastRunAt).toBe(before);
  await service.turn(minute);
  await seen(({ phase }) => phase === "running");
  while (live.running === undefined) await service.turn(1_000);
  expect(live.lastRunAt).toBeGreaterThan(before ?? 0);
  await service.turn(minute);
  const process = await seen(({ state }) => state !== "running" && state !== "queued");
  const title = `Run FileMaker Server's schedule ${definition.name}`;
  expect(process).toMatchObject({ state: "done", title, reason: null });
  live.definition = definition;
  await remove(id);
});

verifies(
  "schedules:run:server-schedule",
  "the server schedule's own error is the reason, and a missing schedule is reported",
  async () => {
    const { live, definition, backupType } = backupOfServer();
    live.definition = { ...definition, backupType: { ...backupType, resourceType: "SINGLE_DB", resource: "Gone" } };
    const action = { kind: "serverSchedule", input: { serverScheduleId: live.id } };
    const { id, nextRuns } = await created("Failing backup", { action });
    await turnTo(nextRuns[0]);
    const [{ processId }] = await settledRuns(id);
    const process = async () => (await service.admin("GET", `/svc/api/processes/${processId}`)).body.response.process;
    while ((await process()).endedAt === null) await service.turn(1_000);
    const reason = `${definition.name} failed with FileMaker error 802`;
    expect(await process()).toMatchObject({ state: "doneWithErrors", reason });
    service.sandbox.world.server.schedules.delete(live.id);
    expect(await post(`/${id}/run`)).toRefuseWith("server_schedule_not_found");
    service.sandbox.world.server.schedules.set(live.id, live);
    live.definition = definition;
    await remove(id);
  },
);

verifies("schedules:create:refused", "up to the maximum number", async () => {
  const store = scheduleStore(service.runtime.platform.table);
  const first = await store.get((await created("first")).id);
  if (first === undefined) throw new Error("It is not stored");
  const more = Array.from({ length: 199 }, (_, index) => first.id + index + 1);
  await Promise.all(more.map((id) => store.create({ ...first, id })));
  const action = { kind: "build", input: { files: [{ fileName: "Contacts" }] } };
  expect(await post("", { name: "One more", timing: hourly, action })).toRefuseWith("schedule_limit");
  expect((await get("")).body.response.schedules.map(({ id }: { readonly id: number }) => id)).toEqual([
    first.id,
    ...more,
  ]);
});

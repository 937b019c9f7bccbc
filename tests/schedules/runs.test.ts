import { afterAll, expect } from "vitest";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const minute = 60_000;
const hour = 60 * minute;
const server = await aReleaseSetup(testService, "development", [aFile("Contacts", { records: 1 })]);
const { service } = server;
afterAll(() => server.stop());

const utc = (cron: string) => ({ kind: "repeating", cron, timeZone: "UTC" }) as const;
const buildOf = (buildId: string, more: object = {}) => ({
  kind: "build",
  input: { buildId, files: [{ fileName: "Contacts" }], ...more },
});
const moment = (fromNowMs: number) => new Date(service.clock.now() + fromNowMs).toISOString();

async function created(given: object) {
  const answer = await server.post("schedules", given);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.response.schedule;
}

const runsOf = async (id: number) => (await server.get(`schedules/${id}/runs`)).body.response.runs;
const scheduleOf = async (id: number) => (await server.get(`schedules/${id}`)).body.response.schedule;
const patch = (id: number, changes: object) => service.admin("PATCH", `/svc/api/schedules/${id}`, changes);
const remove = (id: number) => service.admin("DELETE", `/svc/api/schedules/${id}`);

/** Returns the newest run once its process has ended. Turns the clock meanwhile, because the agent reconnects after a while. */
async function endedRun(id: number) {
  for (;;) {
    const [run] = await runsOf(id);
    const isOver = run?.state === "failed" || run?.state === "skipped";
    if (isOver || !["queued", "running", undefined, null].includes(run?.processState)) return run;
    await service.turn(500);
  }
}

verifies("schedules:create:operation", async () => {
  const schedule = await created({
    name: "Nightly",
    timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" },
    action: buildOf("nightly", { files: [{ fileName: "Contacts", user: "Admin", password: "full-access-pass" }] }),
  });
  expect(schedule).toMatchObject({ name: "Nightly", isEnabled: true, missed: "run", lastRun: null });
  expect(schedule.nextRuns).toEqual(["21", "22", "23", "24", "25"].map((day) => `2026-11-${day}T01:30:00.000Z`));
  expect(schedule.action.input.files[0]).toMatchObject({ user: "Admin", password: "********" });
  expect((await server.get("schedules")).body.response.schedules).toEqual([schedule]);
  const preview = await server.post("schedules/preview", { timing: schedule.timing });
  expect(preview.body.response.nextRuns).toEqual(schedule.nextRuns);
  expect(JSON.stringify(await service.rows("schedules"))).not.toContain("full-access-pass");
  await remove(schedule.id);
});

verifies("schedules:create:refused", async () => {
  const given = { name: "Refused", timing: utc("0 2 * * *"), action: buildOf("refused") };
  const create = (more: object) => server.post("schedules", { ...given, ...more });
  expect(await create({ timing: utc("0 0 30 2 *") })).toRefuseWith("schedule_never_runs");
  expect(await create({ timing: { kind: "once", at: moment(-minute) } })).toRefuseWith("schedule_never_runs");
  expect(await create({ action: buildOf("refused", { buildIds: "x" }) })).toRefuseWith("input_invalid");
  expect(await create({ action: { kind: "dance", input: {} } })).toRefuseWith("input_invalid");
  expect(await server.get("schedules/4711")).toRefuseWith("schedule_not_found");
  expect(await server.post("schedules/4711/run")).toRefuseWith("schedule_not_found");
  expect(await patch(4711, { name: "New" })).toRefuseWith("schedule_not_found");
  expect(await remove(4711)).toRefuseWith("schedule_not_found");
  expect((await server.get("schedules")).body.response.schedules).toEqual([]);
});

const fromOther = (apiKey: string, textBytes = 0) => ({
  source: {
    ...{ type: "servicejit", serverUrl: "https://dev.example.com", auth: { type: "apiKey", apiKey } },
    buildOptions: {
      textFiles: ["a.txt", "b.txt"].map((fileName) => ({ fileName, content: "x".repeat(textBytes / 2) })),
    },
  },
  fileOperations: [
    {
      operation: "replace",
      source: { fileName: "Contacts" },
      target: { fileName: "Contacts", encryptionKey: "its-key" },
    },
  ],
});
const deploying = (...deployments: readonly object[]) => ({
  ...{ name: "Deploying", timing: utc("0 2 * * *"), isEnabled: false },
  action: { kind: "deployment", input: { label: "Nightly", deployments } },
});

verifies("schedules:create:masks", async () => {
  expect(await server.post("schedules", deploying(fromOther("********")))).toRefuseWith("secret_masked");
  const { id, action } = await created(deploying(fromOther("key-of-the-source")));
  expect(action.input.deployments[0].source.auth).toEqual({ type: "apiKey", apiKey: "********" });
  // A deployment as it is read can't be stored.
  expect(await patch(id, { action })).toRefuseWith("secret_masked");
  expect((await patch(id, { name: "Renamed" })).body.response.schedule.action).toEqual(action);
  await remove(id);
});

verifies("schedules:create:long", async () => {
  const long = fromOther("key-of-the-source", 59_000);
  const { id } = await created(deploying(long, long));
  expect((await scheduleOf(id)).action.input.deployments).toHaveLength(2);
  expect(await patch(id, deploying(long, long, long))).toRefuseWith("schedule_too_long");
  expect(await server.post("schedules", deploying(long, long, long))).toRefuseWith("schedule_too_long");
  expect((await server.get("schedules")).body.response.schedules).toHaveLength(1);
  await remove(id);
});

verifies("schedules:run:repeating", async () => {
  const { id } = await created({ name: "Hourly", timing: utc("0 * * * *"), action: buildOf("hourly") });
  const [first, second] = (await scheduleOf(id)).nextRuns;
  await service.turn(Date.parse(first) - service.clock.now() + 2_000);
  expect(await endedRun(id)).toMatchObject({
    plannedAt: first,
    state: "started",
    processState: "done",
    isManual: false,
  });
  expect((await scheduleOf(id)).nextRuns[0]).toBe(second);
  await service.turn(Date.parse(second) - service.clock.now() + 2_000);
  while ((await runsOf(id)).length < 2) await service.turn(500);
  expect(await endedRun(id)).toMatchObject({ plannedAt: second, processState: "done" });
  const { builds } = (await server.get("build/db/list")).body.response;
  const ids = builds.map(({ build_id }: { readonly build_id: string }) => build_id);
  const named = (at: string) => `hourly-${at.replace(/[-:]|\.000/g, "")}`;
  expect(ids).toEqual([named(second), named(first)]);
  const { process } = (await server.get(`processes/${(await runsOf(id))[0].processId}`)).body.response;
  expect(process.startedBy).toBe(`schedule:${id}`);
  await remove(id);
});

verifies("schedules:run:queue", async () => {
  const timing = { kind: "once", at: moment(2 * hour) };
  const one = await created({ name: "One", timing, action: buildOf("queued-1") });
  const two = await created({ name: "Two", timing, action: buildOf("queued-2") });
  await service.turn(2 * hour + 2_000);
  const ends = [await endedRun(one.id), await endedRun(two.id)];
  expect(ends).toMatchObject([{ processState: "done" }, { processState: "done" }]);
  const processes = await Promise.all(ends.map(({ processId }) => server.ended(processId)));
  const [first, second] = processes.toSorted((a, b) => a.id - b.id);
  const madeAt = second?.phaseRuns.find(({ phase }) => phase === "backing up")?.startedAt ?? "";
  expect(Date.parse(madeAt)).toBeGreaterThanOrEqual(Date.parse(first?.endedAt ?? ""));
  expect((await scheduleOf(one.id)).nextRuns).toEqual([]);
  await Promise.all([remove(one.id), remove(two.id)]);
});

verifies("schedules:run:now", async () => {
  const { id, nextRuns } = await created({
    name: "By hand",
    timing: utc("0 2 * * *"),
    isEnabled: false,
    action: buildOf("by-hand", { force: true }),
  });
  expect(nextRuns).toEqual([]);
  const started = await server.post(`schedules/${id}/run`);
  expect(started.status).toBe(202);
  expect(await server.ended(started.body.response.processId)).toMatchObject({ state: "done" });
  expect((await scheduleOf(id)).lastRun).toMatchObject({ isManual: true, state: "started", processState: "done" });
  expect((await server.get("build/by-hand/status")).body.response).toMatchObject({ status: "completed" });
  await remove(id);
});

verifies("schedules:change:operation", async () => {
  const action = buildOf("changed", { force: true });
  const { id } = await created({ name: "Changing", timing: utc("30 * * * *"), action });
  const [planned] = (await scheduleOf(id)).nextRuns;
  expect((await patch(id, { isEnabled: false })).body.response.schedule.nextRuns).toEqual([]);
  await service.turn(Date.parse(planned) - service.clock.now() + minute);
  await service.settle();
  expect(await runsOf(id)).toEqual([]);
  const changed = (await patch(id, { isEnabled: true, name: "Changed", timing: utc("45 * * * *") })).body.response
    .schedule;
  expect(changed).toMatchObject({ name: "Changed", isEnabled: true, action: { kind: "build" } });
  expect(changed.nextRuns[0]).toMatch(/:45:00\.000Z$/);
  await service.turn(Date.parse(changed.nextRuns[0]) - service.clock.now() + 2_000);
  expect(await endedRun(id)).toMatchObject({ plannedAt: changed.nextRuns[0], processState: "done" });
  expect((await remove(id)).body.response).toEqual({ ok: true });
  expect(await server.get(`schedules/${id}`)).toRefuseWith("schedule_not_found");
});

verifies("schedules:run:deployment", async () => {
  const operation = { operation: "install", source: { fileName: "Contacts" }, target: { fileName: "Contacts copy" } };
  const part = (source: string) => ({
    source: { type: "local", fileNames: [source] },
    fileOperations: [{ ...operation, source: { fileName: source } }],
  });
  const input = { label: "Nightly copy", deployments: [part("Contacts")] };
  const timing = utc("15 * * * *");
  const refused = { label: "Twice", deployments: [part("Contacts")], chainedAction: {} };
  expect(
    await server.post("schedules", { name: "Refused", timing, action: { kind: "deployment", input: refused } }),
  ).toRefuseWith("input_invalid");
  const { id, nextRuns } = await created({ name: "Deploying", timing, action: { kind: "deployment", input } });
  await service.turn(Date.parse(nextRuns[0]) - service.clock.now() + 2_000);
  const run = await endedRun(id);
  expect(run, await server.log(run.processId)).toMatchObject({ plannedAt: nextRuns[0], processState: "done" });
  expect(server.statusOf("Contacts copy")).toBe("NORMAL");
  const { deployments } = (await server.get("deployment")).body.response;
  expect(deployments[0]).toMatchObject({ name: "Nightly copy", final_result: "successful", process_id: run.processId });
  const { batches } = (await server.get("deployment/batches?limit=1")).body.response;
  expect(batches[0]).toMatchObject({ schedule_id: String(id) });
  await remove(id);
});

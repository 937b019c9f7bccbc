import { afterAll, beforeEach, expect } from "vitest";
import { finalProcess } from "../processes/support/final-process.ts";
import { newestEntry } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { aScriptServer, counted } from "./support/a-script-server.ts";

const service = await testService({ sandbox: { world: aScriptServer() } });
afterAll(() => service.stop());
beforeEach(() => {
  service.sandbox.faults.clear();
  service.sandbox.reload();
});

const account = { name: "Tasks", user: "script-runner", password: "canary-of-the-script" };
const run = (name: string, more: object = {}, file: object = {}) =>
  service.admin("POST", "/svc/api/script/run-via-schedule", {
    file: { ...account, ...file },
    script: { name, ...more },
  });
const schedules = () => [...service.sandbox.world.server.schedules.values()];

verifies("server:script:run", async () => {
  const { status, body } = await run("Count", { param: "canary-of-the-parameter" });
  expect(status).toBe(200);
  expect(body.response).toEqual({
    scriptStarted: true,
    lastError: 0,
    ok: true,
    isRunning: false,
    processId: expect.any(Number),
  });
  expect(counted(service)).toBe(1);
  expect(schedules()).toEqual([]);
  expect(await finalProcess(service, body.response.processId)).toMatchObject({
    state: "done",
    kind: "server.script",
    title: "Run Count in Tasks.fmp12",
    startedBy: "account:admin",
  });
  expect(await newestEntry(service)).toMatchObject({ action: "runScriptViaSchedule", objects: ["file:tasks"] });
});

verifies("server:script:error", async () => {
  const failed = await run("Fail");
  expect(failed.body.response).toMatchObject({ scriptStarted: true, lastError: 500, ok: false });
  const { state, reason } = await finalProcess(service, failed.body.response.processId);
  expect([state, reason]).toEqual(["doneWithErrors", "The script failed with FileMaker error 500"]);
  expect((await run("No such script")).body.response).toMatchObject({ lastError: 104, ok: false });
  expect((await run("Count", {}, { password: "wrong" })).body.response).toMatchObject({ lastError: 212, ok: false });
  expect(counted(service)).toBe(0);
  expect(schedules()).toEqual([]);
});

verifies("server:script:timeout", async () => {
  const usual = run("Long");
  await until(() => schedules()[0]?.running !== undefined);
  expect(schedules()[0]?.definition.filemakerScriptType).toMatchObject({ timeout: 30, autoAbort: true });
  const running = schedules()[0];
  await service.turn(29 * 60_000);
  expect(running?.running).toBeDefined();
  await service.turn(2 * 60_000);
  expect((await usual).body.response).toMatchObject({ scriptStarted: true, lastError: 1, ok: false });
  const short = run("Long", { timeout: 5 });
  await until(() => schedules()[0]?.running !== undefined);
  await service.turn(6 * 60_000);
  expect((await short).body.response).toMatchObject({ lastError: 1 });
  expect(schedules()).toEqual([]);
});

verifies("server:script:refused", async () => {
  const unknown = await run("Count", {}, { name: "Nowhere" });
  expect([unknown.status, unknown.body.response.files]).toEqual([404, ["Nowhere"]]);
  await service.admin("POST", "/svc/api/fm-file/close", { files: ["Tasks"], force: true });
  expect((await run("Count")).status).toBe(409);
  expect(
    (await service.admin("GET", "/svc/api/processes?kind=server.script&state=open")).body.response.processes,
  ).toEqual([]);
});

verifies("server:script:refused", "without the caller's own credential nothing is done", async () => {
  const { status } = await service.raw("POST", "/svc/api/script/run-via-schedule", {
    json: { file: account, script: { name: "Count" } },
  });
  expect(status).toBe(401);
  const { status: other } = await service.admin("POST", "/svc/api/script/run-via-schedule", { file: account });
  expect(other).toBe(400);
  expect(counted(service)).toBe(0);
});

verifies("server:script:once", async () => {
  service.sandbox.faults.set({ kind: "reset", at: "body", path: "/schedules/\\d+$", method: "PATCH", times: 1 });
  const { body } = await run("Count");
  expect(body.response).toMatchObject({ lastError: 0, ok: true });
  expect(counted(service)).toBe(1);
  expect(schedules()).toEqual([]);
});

verifies("server:script:cleaned-up", "the schedule of an aborted run is deleted too", async () => {
  const answer = run("Long");
  await until(() => schedules()[0]?.running !== undefined);
  const { body } = await service.admin("GET", "/svc/api/processes?kind=server.script&state=open");
  const { id } = body.response.processes[0];
  await service.admin("POST", `/svc/api/processes/${id}/abort`);
  await service.turn(3_000);
  expect((await answer).body.response).toMatchObject({ lastError: -1, ok: false, isRunning: false });
  expect((await finalProcess(service, id)).state).toBe("aborted");
  expect(schedules()).toEqual([]);
});

verifies(
  "server:script:cleaned-up",
  "a schedule that is deleted meanwhile ends the run, and the response says so",
  async () => {
    const answer = run("Long");
    await until(() => schedules()[0]?.running !== undefined);
    const [schedule] = schedules();
    service.sandbox.world.server.schedules.delete(String(schedule?.id));
    const { processId, ...said } = (await answer).body.response;
    expect(said).toMatchObject({ lastError: -1, ok: false });
    expect(await finalProcess(service, processId)).toMatchObject({ state: "failed" });
    expect(schedules()).toEqual([]);
  },
);

verifies("server:script:secrets", async () => {
  const stored = JSON.stringify(await service.rows("processes"));
  expect(stored).toContain("server.script");
  for (const text of [stored, await service.logs()]) {
    expect(text).not.toContain("canary-of-the-script");
    expect(text).not.toContain("canary-of-the-parameter");
    expect(text).not.toContain("admin-pass");
  }
});

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { basic } from "../support/a-server.ts";
import { type Admin, API, anAdmin, aWorld } from "./support/an-admin.ts";

/** 2026-11-20 09:30:00.120 in UTC+1. */
const clock = { now: () => Date.UTC(2026, 10, 20, 8, 30, 0, 120) };
const TIME = "2026-11-20 09:30:00.120 +0100";

async function logged(): Promise<Admin & { lines(name: string): Promise<readonly string[]> }> {
  const logDir = mkdtempSync(join(tmpdir(), "sandbox-admin-logs-"));
  onTestFinished(() => rmSync(logDir, { recursive: true, force: true }));
  const fmScript = { resource: "file:Contacts", fmScriptAccount: "api", fmScriptPassword: "demo-pass" };
  const schedules = [
    { name: "Daily", backupType: {} },
    { name: "Broken", filemakerScriptType: { ...fmScript, fmScriptName: "Fail" } },
  ];
  const admin = await anAdmin(aWorld({ schedules }), { clock, logDir });
  return {
    ...admin,
    async lines(name) {
      await admin.server.flushLogs();
      return readFileSync(join(logDir, name), "utf8").trimEnd().split("\n");
    },
  };
}

async function run(admin: Admin, id: string): Promise<void> {
  await admin.call("PATCH", `/schedules/${id}`, { status: "RUNNING" });
  for (;;) {
    const { schedule } = (await admin.call("GET", `/schedules/${id}`)).response as { schedule: { status: string } };
    if (schedule.status === "IDLE") return;
    await pause(5);
  }
}

test("closed and opened files, and executed schedules, are lines of Event.log", async () => {
  const admin = await logged();
  await admin.call("PATCH", "/databases/1", { status: "CLOSED", force: true });
  await admin.call("PATCH", "/databases/1", { status: "OPENED" });
  await run(admin, "1");
  const lines = await admin.lines("Event.log");
  expect(lines).toEqual([
    `${TIME}\tInformation\t140\tfms.test\tDatabase "Contacts" closed.`,
    `${TIME}\tInformation\t737\tfms.test\tDatabase "Contacts" being opened by "Admin".`,
    `${TIME}\tInformation\t738\tfms.test\tOpened database "Contacts".`,
    `${TIME}\tInformation\t148\tfms.test\tSchedule "Daily" running.`,
    `${TIME}\tInformation\t126\tfms.test\tSchedule "Daily" completed.`,
  ]);
});

test("a schedule's script error is a line of scriptEvent.log, unless the settings say otherwise", async () => {
  const admin = await logged();
  await run(admin, "2");
  await admin.call("PATCH", "/server/scripterrorslog", { FMSEScriptErrorLog: false });
  await run(admin, "2");
  expect(await admin.lines("scriptEvent.log")).toEqual([
    "\uFEFFTimestamp\tError\tMessage",
    `${TIME}\t101\tSchedule "Broken" scripting error (101) at "Contacts : Fail : 1 : Exit Script".`,
  ]);
  expect((await admin.lines("Event.log")).at(-1)).toContain('Schedule "Broken" ended with error 101.');
});

test("the schedules are listed in LoadSchedules.log whenever the Database Server starts, without a time", async () => {
  const admin = await logged();
  const lines = [
    "Loaded 2 schedules.",
    'Loaded schedule "Daily", type "Backup".',
    'Loaded schedule "Broken", type "FileMaker Script".',
  ];
  expect(await admin.lines("LoadSchedules.log")).toEqual(lines);
  await admin.call("PATCH", "/server/status", { status: "STOPPED" });
  await admin.call("PATCH", "/server/status", { status: "RUNNING" });
  expect(await admin.lines("LoadSchedules.log")).toEqual([...lines, ...lines]);
});

test("sign-ins are lines of fac.log, without passwords or tokens", async () => {
  const admin = await logged();
  await admin.server.ask("POST", `${API}/user/auth`, { headers: basic("admin:wrong-pass") });
  const lines = await admin.lines("fac.log");
  const columns = "fmi   127.0.0.1   admin-api   general   n/a";
  expect(lines).toEqual([
    `2026-11-20 09:30:00 +0100 - info:   ${columns}   "admin signed in."`,
    `2026-11-20 09:30:00 +0100 - warn:   ${columns}   "Sign-in failed with error 212."`,
  ]);
  for (const secret of [admin.token, "wrong-pass", "admin-pass"]) expect(lines.join("\n")).not.toContain(secret);
});

test("disconnected users leave lines in Access.log", async () => {
  const admin = await logged();
  await admin.call("DELETE", "/clients/1?graceTime=0");
  const client = 'Client "Ada (desk) [127.0.0.1]"';
  expect(await admin.lines("Access.log")).toEqual([
    `${TIME}\tInformation\t98\tfms.test\t${client} closing database "Contacts" as "api".`,
    `${TIME}\tInformation\t22\tfms.test\t${client} closing a connection.`,
  ]);
});

test("no endpoint returns or empties a log: logs are files on the host", async () => {
  const admin = await logged();
  for (const path of [
    "/logs",
    "/server/logs",
    "/server/log",
    "/server/logs/Event.log",
    "/server/scripterrorslog/download",
  ])
    for (const method of ["GET", "DELETE"])
      expect(await admin.call(method, path), `${method} ${path}`).toMatchObject({ status: 404, code: "1700" });
  const { response } = await admin.call("GET", "/server/scripterrorslog");
  expect(Object.values(response)).toEqual([true, true, true]);
});

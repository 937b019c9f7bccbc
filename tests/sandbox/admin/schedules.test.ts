import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Admin, anAdmin, aWorld, logTexts } from "./support/an-admin.ts";

const MINUTE = 60_000;
/** A Friday, 09:30 in the server's time zone. */
const clock = { now: () => Date.UTC(2026, 10, 20, 8, 30, 0) };
const nightly = { everyndaysType: { startTimeStamp: "2026-11-01T23:00:00" } };
const note = {
  resource: "file:Contacts",
  fmScriptName: "Note",
  fmScriptParam: "by schedule",
  fmScriptAccount: "api",
  fmScriptPassword: "demo-pass",
};

async function read(admin: Admin, id: string): Promise<Readonly<Record<string, unknown>>> {
  return (await admin.call("GET", `/schedules/${id}`)).response.schedule as Readonly<Record<string, unknown>>;
}

async function settled(admin: Admin, id: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const schedule = await read(admin, id);
    if (schedule.status === "IDLE") return schedule;
    await pause(5);
  }
}

test("a schedule is created, listed, and read with its times in the server's time zone", async () => {
  const admin = await anAdmin(aWorld(), { clock });
  const made = await admin.call("POST", "/schedules/backup", {
    name: "Nightly",
    backupType: { resourceType: "SINGLE_DB", resource: "file:Contacts" },
    ...nightly,
  });
  const schedule = {
    id: "1",
    name: "Nightly",
    enabled: true,
    status: "IDLE",
    lastRun: "0000-00-00T00:00:00",
    nextRun: "2026-11-20T23:00:00",
    lastError: 0,
    sendEmail: false,
    backupType: {
      resourceType: "SINGLE_DB",
      resource: "file:Contacts",
      backupTarget: "filelinux:/opt/FileMaker/FileMaker Server/Data/Backups/",
      maxBackups: 7,
      verify: false,
      clone: false,
      cloneOnly: false,
    },
    everyndaysType: { startTimeStamp: "2026-11-01T23:00:00", dailyDays: 1 },
  };
  expect(made.response).toEqual({ schedule });
  expect((await admin.call("GET", "/schedules")).response).toEqual({ schedules: [schedule] });
  expect((await admin.call("GET", "/schedules/1")).response).toEqual({ schedule });
});

test.each([
  ["backup", { backupType: {} }],
  ["filemakerscript", { filemakerScriptType: note }],
  ["systemscript", { systemScriptType: { osScript: "filelinux:/opt/x.sh" } }],
  ["message", { messageType: { messageText: "Soon" } }],
  ["scriptsequence", { scriptSequenceType: note }],
  ["verify", { verifyType: { resourceType: "ALL_DB" } }],
])("schedules of the kind %s can be created and run", async (path, kind) => {
  const admin = await anAdmin(aWorld(), { clock });
  expect((await admin.call("POST", `/schedules/${path}`, { name: "One", ...kind })).code).toBe("0");
  expect((await admin.call("PATCH", "/schedules/1", { status: "RUNNING" })).code).toBe("0");
  expect(await settled(admin, "1")).toMatchObject({ lastError: 0, lastRun: "2026-11-20T09:30:00" });
});

test("a schedule's script runs with its account and has its effects", async () => {
  const admin = await anAdmin();
  await admin.call("POST", "/schedules/filemakerscript", { name: "Note", filemakerScriptType: note });
  const answer = await admin.call("PATCH", "/schedules/1", { status: "RUNNING" });
  expect(answer.text).not.toContain("demo-pass");
  await settled(admin, "1");
  expect(logTexts(admin)).toEqual(["first", "by schedule"]);
});

test.each([
  [{ fmScriptPassword: "wrong" }, 212],
  [{ fmScriptName: "Nowhere" }, 104],
  [{ resource: "file:Nowhere" }, 802],
  [{ fmScriptName: "Fail" }, 101],
])("a script with %j ends with error %i", async (change, lastError) => {
  const admin = await anAdmin();
  await admin.call("POST", "/schedules/filemakerscript", { name: "S", filemakerScriptType: { ...note, ...change } });
  await admin.call("PATCH", "/schedules/1", { status: "RUNNING" });
  expect(await settled(admin, "1")).toMatchObject({ lastError });
  expect(logTexts(admin)).toEqual(["first"]);
});

test("a schedule runs automatically at each of its times, until it is disabled", async () => {
  const admin = await anAdmin(aWorld({ admin: { idleMinutes: 100_000 } }), { clock });
  await admin.call("POST", "/schedules/filemakerscript", {
    name: "Hourly",
    filemakerScriptType: note,
    everyndaysType: {
      startTimeStamp: "2026-11-01T08:00:00",
      repeatTask: { repeatFrequency: 2, repeatInterval: "HOURS", endTime: "20:00:00" },
    },
  });
  expect(await read(admin, "1")).toMatchObject({ nextRun: "2026-11-20T10:00:00" });
  admin.server.advance(30 * MINUTE);
  expect(await settled(admin, "1")).toMatchObject({ lastRun: "2026-11-20T10:00:00", nextRun: "2026-11-20T12:00:00" });
  admin.server.advance(120 * MINUTE);
  await settled(admin, "1");
  await admin.call("PATCH", "/schedules/1", { enabled: false });
  expect(await read(admin, "1")).toMatchObject({ enabled: false, nextRun: "0000-00-00T00:00:00" });
  admin.server.advance(24 * 60 * MINUTE);
  await settled(admin, "1");
  expect(logTexts(admin)).toEqual(["first", "by schedule", "by schedule"]);
});

test("with schedules disabled for the whole server, nothing runs automatically, but on request", async () => {
  const admin = await anAdmin(aWorld({ admin: { idleMinutes: 100_000 } }), { clock });
  await admin.call("POST", "/schedules/filemakerscript", { name: "Note", filemakerScriptType: note, ...nightly });
  await admin.call("PATCH", "/server/config/general", { useSchedules: false });
  admin.server.advance(24 * 60 * MINUTE);
  expect(await read(admin, "1")).toMatchObject({ lastRun: "0000-00-00T00:00:00", nextRun: "0000-00-00T00:00:00" });
  await admin.call("PATCH", "/schedules/1", { status: "RUNNING" });
  await settled(admin, "1");
  expect(logTexts(admin)).toEqual(["first", "by schedule"]);
});

test("while it runs it says so, can't be started again, and a backup can be canceled", async () => {
  const schedules = [{ name: "Slow", runMilliseconds: 10 * MINUTE, backupType: {} }];
  const admin = await anAdmin(aWorld({ schedules }));
  await admin.call("PATCH", "/schedules/1", { status: "RUNNING" });
  expect(await read(admin, "1")).toMatchObject({ status: "RUNNING" });
  expect(await admin.call("PATCH", "/schedules/1", { status: "RUNNING" })).toMatchObject({ status: 400, code: "1709" });
  expect((await admin.call("POST", "/server/cancelbackup")).code).toBe("0");
  expect(await settled(admin, "1")).toMatchObject({ lastError: 1 });
  expect(await admin.call("POST", "/server/cancelbackup")).toMatchObject({ status: 400, code: "1709" });
});

test("a script that exceeds its time limit is ended if the schedule says so", async () => {
  const admin = await anAdmin();
  const long = { ...note, fmScriptName: "Long", timeout: 2, autoAbort: true };
  await admin.call("POST", "/schedules/filemakerscript", { name: "Long", filemakerScriptType: long });
  await admin.call("PATCH", "/schedules/1", { status: "RUNNING" });
  admin.server.advance(2 * MINUTE);
  expect(await settled(admin, "1")).toMatchObject({ lastError: 1 });
  admin.server.advance(10 * MINUTE);
  expect(logTexts(admin)).toEqual(["first"]);
});

test("a message reaches the users of its file", async () => {
  const admin = await anAdmin();
  const messageType = { resourceType: "SINGLE_DB", resource: "file:Orders", messageText: "Soon" };
  await admin.call("POST", "/schedules/message", { name: "Tell", messageType });
  await admin.call("PATCH", "/schedules/1", { status: "RUNNING" });
  await settled(admin, "1");
  expect([...admin.server.world.server.clients.values()].map(({ messages }) => messages)).toEqual([[], ["Soon"]]);
});

test("a schedule is changed partially, duplicated disabled, and deleted", async () => {
  const admin = await anAdmin(aWorld(), { clock });
  await admin.call("POST", "/schedules/backup", { name: "Nightly", backupType: { maxBackups: 3 }, ...nightly });
  const weeklyType = { startTimeStamp: "2026-11-01T22:00:00", daysOfTheWeek: ["SUN"] };
  await admin.call("PATCH", "/schedules/1", { backupType: { clone: true }, weeklyType });
  const changed = await read(admin, "1");
  expect(changed).toMatchObject({ backupType: { maxBackups: 3, clone: true }, nextRun: "2026-11-22T22:00:00" });
  expect(changed).not.toHaveProperty("everyndaysType");
  expect((await admin.call("PATCH", "/schedules/1", { ...changed, name: "Weekly" })).code).toBe("0");
  expect(await read(admin, "1")).toEqual({ ...changed, name: "Weekly" });
  const copy = await admin.call("POST", "/schedules?source=1");
  expect(copy.response.schedule).toMatchObject({ id: "2", name: "Weekly Copy", enabled: false });
  expect((await admin.call("DELETE", "/schedules/1")).code).toBe("0");
  expect(await admin.call("GET", "/schedules/1")).toMatchObject({ status: 404, code: "10600" });
});

test.each([
  ["POST", "/schedules/backup", { backupType: {} }, 400, "1708"],
  ["POST", "/schedules/backup", { name: "A", backupType: {}, messageType: { messageText: "x" } }, 400, "1708"],
  ["POST", "/schedules/message", { name: "A" }, 400, "1708"],
  ["POST", "/schedules/verify", { name: "A", onceType: { startTimeStamp: "tomorrow" } }, 400, "1708"],
  ["POST", "/schedules/backup", { name: "A", runMilliseconds: 5 }, 400, "1706"],
  ["POST", "/schedules/backup", "{", 400, "1710"],
  ["POST", "/schedules", undefined, 400, "1707"],
  ["POST", "/schedules?source=9", undefined, 404, "10600"],
  ["POST", "/schedules/nothing", {}, 405, "1704"],
  ["PATCH", "/schedules/1", { status: "SLEEPING" }, 400, "1708"],
  ["PATCH", "/schedules/1", { enabled: "yes" }, 400, "1708"],
  ["PATCH", "/schedules/1", { messageType: { messageText: "x" } }, 400, "1708"],
  ["PATCH", "/schedules/9", { enabled: true }, 404, "10600"],
  ["DELETE", "/schedules/9", undefined, 404, "10600"],
])("%s %s with %j is rejected with %i and %s, and nothing changes", async (method, path, body, status, code) => {
  const admin = await anAdmin(aWorld({ schedules: [{ name: "One", backupType: {} }] }));
  const before = (await admin.call("GET", "/schedules")).response;
  expect(await admin.call(method, path, body)).toMatchObject({ status, code });
  expect((await admin.call("GET", "/schedules")).response).toEqual(before);
});

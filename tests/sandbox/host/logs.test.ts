import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateLog } from "../../../sandbox/log-generator/generate-log.ts";
import { LINE_MAKERS } from "../../../sandbox/log-generator/line-makers.ts";
import { aWorld } from "../admin/support/an-admin.ts";
import { aFolder, aHost, type TestHost } from "./support/a-host.ts";

const TIME = /^2026-11-20 23:00:00\.120 \+0100\t/;

async function linesOf(host: TestHost, name: string): Promise<readonly string[]> {
  await host.server.flushLogs();
  return readFileSync(host.at("Logs", name), "utf8").trimEnd().split("\n");
}

test("the logs of a server grow in its folder, and fac.log in its own", async () => {
  const schedules = [{ name: "Lost", backupType: { resourceType: "SINGLE_DB" as const, resource: "file:Nobody" } }];
  const host = await aHost(aWorld({ clients: [], schedules }));
  await host.server.login("api:demo-pass", "Contacts");
  await host.fmsadmin("list", "files");
  await host.server.flushLogs();
  expect(readdirSync(host.at("Logs")).sort()).toEqual([
    "Access.log",
    "Event.log",
    "LoadSchedules.log",
    "fmdapi.log",
    "fmshelper.log",
  ]);
  expect((await linesOf(host, "Event.log"))[0]).toMatch(/Default database location: filelinux:/);
  expect(await linesOf(host, "LoadSchedules.log")).toEqual([
    "Loaded 1 schedules.",
    'Loaded schedule "Lost", type "Backup".',
    'File missing for schedule "Lost": file:Nobody',
  ]);
  const administration = readFileSync(host.at("Admin/FAC/logs/fac.log"), "utf8");
  expect(administration).toContain('   fmsadmin   general   n/a   "admin ran LIST FILES."');
  expect(administration).not.toContain("admin-pass");
});

test("statistics are written every half minute of the sandbox's clock, for each file in its columns", async () => {
  const statistics = { server: true, topCalls: true, clients: true };
  const host = await aHost(aWorld({ server: { host: "fms.test", utcOffsetMinutes: 60, statistics } }));
  await host.server.login("api:demo-pass", "Contacts");
  host.server.advance(90_000);
  const stats = (await linesOf(host, "Stats.log")).map((line) => line.split("\t"));
  expect(stats.map(([time]) => time)).toEqual([
    "Timestamp",
    "2026-11-20 23:00:30.120 +0100",
    "2026-11-20 23:01:00.120 +0100",
    "2026-11-20 23:01:30.120 +0100",
  ]);
  for (const columns of stats) expect(columns).toHaveLength(18);
  expect(Object.fromEntries(stats[0]?.map((title, at) => [title, stats[1]?.[at]]) ?? [])).toMatchObject({
    "Pro Clients": "1",
    "Go Clients": "1",
    "Open Databases": "2",
    "Custom Web Clients": "1",
  });
  const calls = await linesOf(host, "TopCallStats.log");
  expect(calls.map((line) => line.split("\t").length)).toEqual([12, 12]);
  expect(calls[1]).toContain("\tPOST\tContacts::sessions\t");
  expect((await linesOf(host, "ClientStats.log"))[1]).toMatch(/\tapi \(Data API\) \[127\.0\.0\.1\]$/);
});

test("disabled statistics aren't written", async () => {
  const host = await aHost();
  await host.fmsadmin("disable", "serverstats");
  host.server.advance(60_000);
  await host.server.flushLogs();
  expect(existsSync(host.at("Logs/Stats.log"))).toBe(false);
});

test("after a start of the server, top calls and clients have to be enabled again, and its own statistics continue", async () => {
  const statistics = { server: true, topCalls: true, clients: true };
  const host = await aHost(aWorld({ server: { host: "fms.test", utcOffsetMinutes: 60, statistics } }));
  await host.fmsadmin("stop", "server", "-y", "-f");
  await host.fmsadmin("start", "server");
  expect(host.server.world.server.statistics).toEqual({ server: true, topCalls: false, clients: false });
  await host.fmsadmin("enable", "topcallstats");
  expect(host.server.world.server.statistics.topCalls).toBe(true);
});

test("a repeated script error says how often it occurred", async () => {
  const scripts = [{ name: "Fail", steps: Array.from({ length: 8 }, () => ({ error: 101 })) }];
  const accounts = [{ name: "api", password: "demo-pass" }];
  const task = { resource: "file:Work", fmScriptName: "Fail", fmScriptAccount: "api", fmScriptPassword: "demo-pass" };
  const host = await aHost(
    aWorld({
      clients: [],
      databases: [{ name: "Work", accounts, scripts }],
      schedules: [{ name: "Nightly", filemakerScriptType: task }],
    }),
  );
  await host.fmsadmin("run", "schedule", "1");
  const [header, line] = await linesOf(host, "scriptEvent.log");
  expect(header).toBe("\uFEFFTimestamp\tError\tMessage");
  expect(line).toMatch(TIME);
  expect(line).toContain('\t101\tSchedule "Nightly" scripting error (101 [8x]) at "Work : Fail : 1 : Exit Script".');
});

test("a log at its size limit is rotated, fmodata.log in its own way, and event 228 reports it", async () => {
  const folder = aFolder();
  const world = aWorld({ clients: [], server: { host: "fms.test", utcOffsetMinutes: 60, logMaxBytes: 1024 } });
  const host = await aHost(world, { folder });
  const [calls, odata] = ["fmdapi.log", "fmodata.log"].map((name) => join(folder, "Logs", name));
  for (const path of [calls, odata]) writeFileSync(path ?? "", "x".repeat(2000));
  await host.server.login("api:demo-pass", "Contacts");
  await host.server.ask("GET", "/fmi/odata/v4/Contacts");
  const events = await linesOf(host, "Event.log");
  expect(
    events
      .filter((line) => line.includes("\t228\t"))
      .map((line) => /renamed to "(.*)"/.exec(line)?.[1])
      .sort(),
  ).toEqual(["fmdapi-old.log", "fmodata.log.1"]);
  expect(statSync(join(folder, "Logs/fmdapi-old.log")).size).toBe(2000);
  expect(statSync(join(folder, "Logs/fmodata.log.1")).size).toBe(2000);
});

test("a log that was emptied starts again", async () => {
  const host = await aHost();
  await host.server.login("api:demo-pass", "Contacts");
  await linesOf(host, "fmdapi.log");
  writeFileSync(host.at("Logs/fmdapi.log"), "");
  await host.server.login("api:demo-pass", "Contacts");
  expect(await linesOf(host, "fmdapi.log")).toEqual(["Timestamp\tError\tMessage\tUsage", expect.stringMatching(TIME)]);
});

test.each(Object.keys(LINE_MAKERS) as (keyof typeof LINE_MAKERS)[])(
  "a %s of any size is generated, always the same, in the columns of a real one",
  async (name) => {
    const folder = aFolder();
    const [one, other] = ["one", "other"].map((part) => join(folder, part));
    const count = await generateLog({ name, path: one ?? "", bytes: 2_000_000 });
    await generateLog({ name, path: other ?? "", bytes: 2_000_000 });
    const text = readFileSync(one ?? "", "utf8");
    const lines = text.trimEnd().split("\n");
    expect(text === readFileSync(other ?? "", "utf8")).toBe(true);
    expect(lines).toHaveLength(count);
    expect(statSync(one ?? "").size).toBeGreaterThan(1_999_000);
    expect(statSync(one ?? "").size).toBeLessThanOrEqual(2_000_000);
    if (name === "fac.log") return;
    const columns = new Set(lines.slice(1).map((line) => line.split("\t").length));
    expect(columns.size).toBe(1);
  },
);

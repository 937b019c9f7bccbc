import { mkdirSync, readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { readFileOf } from "../../../sandbox/fmserver/disk/hosted-file.ts";
import { until } from "../../support/until.ts";
import { aWorld } from "../admin/support/an-admin.ts";
import { aFolder, aHost, clock } from "./support/a-host.ts";

const schedules = [{ name: "Daily", backupType: { maxBackups: 2, clone: true } }];

test("a schedule's backup is a timestamped folder of open files, with clones next to it", async () => {
  const host = await aHost(aWorld({ clients: [], schedules }));
  expect((await host.fmsadmin("run", "schedule", "1")).lines).toEqual(["Schedule 'Daily' will run now."]);
  await until(() => host.server.world.server.schedules.get("1")?.running === undefined);
  expect(readdirSync(host.at("Data/Backups")).sort()).toEqual([
    "Cloned_by_FMS_2026-11-20_2300",
    "Daily_2026-11-20_2300",
  ]);
  const copy = readFileOf(host.at("Data/Backups/Daily_2026-11-20_2300/Databases/Contacts.fmp12"));
  expect(copy.header?.isOpen).toBe(false);
  expect(copy.definition?.tables[0]?.records).toHaveLength(1);
  const clone = readFileOf(host.at("Data/Backups/Cloned_by_FMS_2026-11-20_2300/Databases/Contacts Clone.fmp12"));
  expect(clone.definition?.tables[0]?.records).toHaveLength(0);
  expect(clone.header?.schema).toBe(copy.header?.schema);
});

test("unchanged files are hard links, and the oldest copies are deleted", async () => {
  let now = clock.now();
  const host = await aHost(aWorld({ clients: [], schedules }), { clock: { now: () => now } });
  for (let run = 0; run < 3; run += 1) {
    await host.fmsadmin("run", "schedule", "1");
    await until(() => host.server.world.server.schedules.get("1")?.running === undefined);
    now += 60_000;
  }
  const kept = readdirSync(host.at("Data/Backups")).filter((name) => name.startsWith("Daily"));
  expect(kept).toEqual(["Daily_2026-11-20_2301", "Daily_2026-11-20_2302"]);
  expect(statSync(host.at("Data/Backups/Daily_2026-11-20_2302/Databases/Orders.fmp12")).nlink).toBe(2);
});

test("a manual backup with nothing to keep is written directly into its folder, over existing files", async () => {
  const host = await aHost();
  const dest = aFolder();
  for (let run = 0; run < 2; run += 1) {
    const { code, lines } = await host.fmsadmin("backup", "Contacts", "-d", `filelinux:${dest}/`, "-k0", "-n");
    expect({ code, lines }).toEqual({ code: 0, lines: ["File Backed Up: Contacts.fmp12"] });
  }
  expect(readdirSync(dest, { recursive: true }).map(String).sort()).toEqual([
    "Cloned_by_FMS",
    "Cloned_by_FMS/Databases",
    "Cloned_by_FMS/Databases/Contacts Clone.fmp12",
    "Databases",
    "Databases/Contacts.fmp12",
  ]);
});

test("a backup without a destination is written to the default folder and keeps one copy", async () => {
  let now = clock.now();
  const host = await aHost(undefined, { clock: { now: () => now } });
  await host.fmsadmin("backup");
  now += 60_000;
  await host.fmsadmin("backup");
  expect(readdirSync(host.at("Data/Backups"))).toEqual(["Backup_2026-11-20_2301"]);
});

test("a missing destination, or one that isn't a folder, is rejected", async () => {
  const host = await aHost();
  const nowhere = `filelinux:${aFolder()}/nowhere/`;
  expect((await host.fmsadmin("backup", "-d", nowhere)).code).toBe(20405 & 0xff);
  expect((await host.fmsadmin("backup", "-d", "filelinux:/tmp")).code).toBe(10001 & 0xff);
});

test("a running backup can be canceled", async () => {
  const admin = { accounts: [{ name: "admin", password: "admin-pass" }], backupMilliseconds: 3_600_000 };
  const host = await aHost(aWorld({ clients: [], admin }));
  mkdirSync(host.at("Data/Backups"), { recursive: true });
  const running = host.fmsadmin("backup");
  await until(() => host.server.world.server.backups.size === 1);
  expect(await host.fmsadmin("cancel", "backup")).toMatchObject({ code: 0, lines: ["Command finished"] });
  expect((await running).code).toBe(1);
  expect(readdirSync(host.at("Data/Backups"))).toEqual([]);
});

import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { backupLooks } from "../../local-agent/backups/find-backups.ts";
import { hostAt } from "../../local-agent/host.ts";
import type { BackupSchedule } from "../../local-agent/server/backup-schedules.ts";
import type { FileServers } from "../../local-agent/server/file-server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const minuteMs = 60_000;

verifies(
  "backups:offsite:schedules",
  "the agent sees a backup's folder on its next check, a minute apart",
  async () => {
    const top = scratchFolder();
    const host = hostAt(top);
    const write = (folder: string, name = "Contacts.fmp12") => {
      mkdirSync(join(host.roots.backups, folder, "Databases"), { recursive: true });
      writeFileSync(join(host.roots.backups, folder, "Databases", name), "a file");
    };
    const nightly: BackupSchedule = {
      ...{ id: "7", name: "Nightly", isEnabled: true, isRunning: false, target: "" },
      ...{ lastRunAt: null, nextRunAt: null, lastError: 0, keeps: undefined },
    };
    const reported = { ...nightly };
    let now = Date.UTC(2026, 10, 20, 23);
    const clock = { now: () => now } as Parameters<typeof backupLooks>[0]["clock"];
    const servers = (() => ({ backupSchedules: async () => [reported] })) as unknown as FileServers;
    const look = backupLooks({ host, clock, servers });
    /** Returns the backups seen a minute later, since the service asks every minute. */
    const seen = async (after: string | null = null) => {
      now += minuteMs;
      const { schedules } = await look({ schedules: [{ id: "7", name: "Nightly", after }] });
      return schedules[0]?.backups.map(({ folder, isComplete }) => `${folder} ${isComplete ? "whole" : "unfinished"}`);
    };

    expect(await seen()).toEqual([]);
    mkdirSync(host.roots.backups, { recursive: true });
    write("Hourly_2026-11-20_2301");
    mkdirSync(join(host.roots.backups, "Nightly"));
    expect(await seen()).toEqual([]);

    // FileMaker Server is writing: first an empty folder, then files that appear and grow, slowly or not.
    const first = "Nightly_2026-11-20_2302";
    mkdirSync(join(host.roots.backups, first));
    reported.isRunning = true;
    for (let minute = 0; minute < 3; minute += 1) expect(await seen()).toEqual([`${first} unfinished`]);
    reported.isRunning = false;
    write(first);
    expect(await seen()).toEqual([`${first} unfinished`]);
    appendFileSync(join(host.roots.backups, first, "Databases", "Contacts.fmp12"), "grows");
    expect(await seen()).toEqual([`${first} unfinished`]);
    write(first, "Orders.fmp12");
    expect(await seen()).toEqual([`${first} unfinished`]);
    expect(await seen()).toEqual([`${first} whole`]);

    // A backup with a newer one after it is no longer being written; one for which FileMaker Server reports an error isn't sent.
    const second = "Nightly_2026-11-21_2302";
    write(second);
    expect(await seen(first)).toEqual([`${second} unfinished`]);
    reported.lastError = 10_006;
    for (let minute = 0; minute < 3; minute += 1) expect(await seen(first)).toEqual([`${second} unfinished`]);
    const third = "Nightly_2026-11-22_2302";
    write(third);
    reported.lastError = 0;
    expect(await seen(first)).toEqual([`${second} whole`, `${third} unfinished`]);
    expect(await seen(second)).toEqual([`${third} whole`]);

    // A backup that was deleted, and appears again under the same name, is checked again.
    rmSync(join(host.roots.backups, third), { recursive: true });
    expect(await seen(second)).toEqual([]);
    write(third);
    expect(await seen(second)).toEqual([`${third} unfinished`]);
  },
);

import { expect } from "vitest";
import { OffsiteScheduleRecord } from "#shared/backups/schedules/record.ts";
import {
  dueWork,
  isUpkeepDue,
  retentionIn,
  shownRetention,
  verifiedShare,
  withEndedUpkeep,
} from "#shared/backups/upkeep/rules.ts";
import { verifies } from "../support/verifies.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const now = Date.parse("2026-11-20T12:00:00Z");
const container = { isIncluded: false, differs: null, remote: null, bucket: null, path: null };
const verify = { snapshots: 3, readPacks: 2, readBytes: 9, after: null, isAll: true };
const nothing = { objects: [], packs: [], files: [], fileCount: 0 };

const record = (changed: Partial<OffsiteScheduleRecord> = {}): OffsiteScheduleRecord =>
  OffsiteScheduleRecord.parse({
    ...{ schema: 1, id: "2", name: "Daily", remote: "store", bucket: "fm-backups", path: "" },
    ...{ containers: [container, container], isZipped: false, layout: "blocks", set: "5".repeat(32) },
    ...{ newestSnapshot: { name: "0".repeat(32), counter: 3 }, isEnabled: true, createdAt: 0, updatedAt: 0 },
    ...{ seen: null, dueAt: null, newestFolder: null, lastRun: null },
    lastSuccess: { folder: "Daily_2026-11-20_0300", at: now - 2 * hourMs },
    ...changed,
  });
const upkeep = (startedAt: number, endedAt: number | null = startedAt) => ({
  ...{ processId: 7, work: ["verify" as const], startedAt, endedAt, reason: null, outcome: null },
  state: endedAt === null ? null : ("done" as const),
});
const damage = { ...nothing, objects: ["snapshots/1"], foundAt: 5 };

verifies("backups:blocks:upkeep", "a set is due an hour after its first backup, and then every day", () => {
  expect(isUpkeepDue(record(), now)).toBe(true);
  expect(isUpkeepDue(record(), now - 1.5 * hourMs)).toBe(false);
  const maintained = record({ lastUpkeep: upkeep(now) });
  expect(isUpkeepDue(maintained, now + 23 * hourMs)).toBe(false);
  expect(isUpkeepDue(maintained, now + dayMs)).toBe(true);
  for (const changed of [{ layout: "files" }, { isEnabled: false }, { newestSnapshot: null }] as const)
    expect(isUpkeepDue(record({ ...changed }), now)).toBe(false);
});

verifies("backups:blocks:upkeep", "a running one is waited for, up to two days", () => {
  const maintenance = record({ lastUpkeep: upkeep(now, null) });
  expect(isUpkeepDue(maintenance, now + 1.5 * dayMs)).toBe(false);
  expect(isUpkeepDue(maintenance, now + 2 * dayMs)).toBe(true);
});

verifies("backups:blocks:upkeep", "after damage was found, the next backup is followed by a repair", () => {
  const damaged = record({ damage, lastUpkeep: upkeep(now - hourMs) });
  expect(isUpkeepDue(damaged, now)).toBe(false);
  const sent = { ...damaged, lastSuccess: { ...record().lastSuccess, at: now - 1 } } as OffsiteScheduleRecord;
  expect(isUpkeepDue(sent, now)).toBe(true);
  expect(dueWork(sent, true)).toEqual(["repair", "verify", "prune"]);
  expect(dueWork(record(), false)).toEqual(["verify"]);
});

verifies("backups:blocks:verified", "everything is read within thirty days, regardless of pauses", () => {
  for (const everyDays of [1, 2.5, 7, 29]) {
    let read = 0;
    for (let day = everyDays; day <= 30; day += everyDays)
      read += verifiedShare({ lastUpkeep: upkeep(now + (day - everyDays) * dayMs) }, now + day * dayMs);
    expect(read + verifiedShare({ lastUpkeep: null }, now)).toBeGreaterThanOrEqual(1);
  }
  expect(verifiedShare({ lastUpkeep: upkeep(now) }, now + 400 * dayMs)).toBe(1);
});

verifies("backups:blocks:upkeep", "a finding is kept until the data is verified as intact", () => {
  const maintenance = record({ lastUpkeep: upkeep(now, null) });
  const ended = { processId: 7, state: "done", reason: null, endedAt: now + 5 } as const;
  const outcome = { prune: null, verify, repair: null, damage: { ...damage } };
  const found = withEndedUpkeep(maintenance, ended, outcome);
  expect(found).toMatchObject({ damage: { foundAt: now + 5 }, verified: { after: null, allAt: now + 5 } });
  const again = withEndedUpkeep(found ?? maintenance, { ...ended, endedAt: now + 9 }, outcome);
  expect(again?.damage?.foundAt).toBe(now + 5);
  expect(withEndedUpkeep(again ?? maintenance, ended, null)).toMatchObject({ damage: { foundAt: now + 5 } });
  expect(withEndedUpkeep(again ?? maintenance, ended, { ...outcome, damage: nothing })?.damage).toBeNull();
  expect(withEndedUpkeep(maintenance, { ...ended, processId: 8 }, outcome)).toBeUndefined();
});

verifies("backups:blocks:pruned", "retention is shown as entered", () => {
  const given = { all_days: 2, daily_days: 30, monthly_months: 12, repack_below_percent: 40, billed_days: 90 };
  expect(shownRetention(retentionIn(given))).toEqual(given);
  expect(retentionIn(given)).toMatchObject({ allDays: 2, dailyDays: 30, monthlyMonths: 12 });
  expect(shownRetention(retentionIn(null))).toBeNull();
});

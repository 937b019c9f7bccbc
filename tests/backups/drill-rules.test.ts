import { expect } from "vitest";
import { isDrillDue } from "#shared/backups/drills/rules.ts";
import type { OffsiteScheduleRecord } from "#shared/backups/schedules/record.ts";
import { verifies } from "../support/verifies.ts";

const hour = 60 * 60_000;
const day = 24 * hour;
const lastSuccess = { folder: "Daily_2026-11-20_2300", at: 0, databases: ["Contacts.fmp12"] };
const done = {
  processId: 2,
  backup: lastSuccess.folder,
  startedAt: 0,
  endedAt: hour,
  state: "done",
  reason: null,
  files: [],
};

function isDue(change: object, now: number): boolean {
  const record = { isEnabled: true, isDrilled: true, lastSuccess, lastRun: null, lastDrill: done, ...change };
  return isDrillDue(record as unknown as OffsiteScheduleRecord, now);
}

verifies("backups:restore:drill", "a week after the last one, and never during a backup", () => {
  expect(isDue({}, 7 * day - 1)).toBe(false);
  expect(isDue({}, 7 * day)).toBe(true);
  expect(isDue({ lastDrill: { ...done, state: "crashed" } }, 2 * day), "one that was cut off").toBe(true);
  expect(isDue({ lastRun: { endedAt: null } }, 8 * day)).toBe(false);
  expect(isDue({ isDrilled: false }, 8 * day)).toBe(false);
  expect(isDue({ isEnabled: false }, 8 * day)).toBe(false);
  // The first one is due soon; an older agent doesn't report the databases.
  expect(isDue({ lastDrill: null }, hour)).toBe(true);
  expect(isDue({ lastDrill: null }, hour - 1)).toBe(false);
  expect(isDue({ lastDrill: null, lastSuccess: { ...lastSuccess, databases: [] } }, 8 * day)).toBe(false);
  // A drill without a result is no longer waited for after two days.
  expect(isDue({ lastDrill: { ...done, endedAt: null } }, day)).toBe(false);
  expect(isDue({ lastDrill: { ...done, endedAt: null } }, 2 * day)).toBe(true);
});

import { expect } from "vitest";
import { OffsiteScheduleRecord } from "#shared/backups/schedules/record.ts";
import { stateOf, withSeen } from "#shared/backups/schedules/rules.ts";
import { verifies } from "../support/verifies.ts";

const none = { isIncluded: false, differs: null, remote: null, bucket: null, path: null };
const moved = OffsiteScheduleRecord.parse({
  ...{ schema: 1, id: "2", name: "Daily", remote: "store", bucket: "fm-backups", path: "", containers: [none, none] },
  ...{ isZipped: false, isEnabled: true, createdAt: 0, updatedAt: 0, seen: null, dueAt: null },
  ...{ newestFolder: null, lastRun: null, lastSuccess: null },
});
const there = { state: "there", isEnabled: true, nextRunAt: 1_000, lastError: 0 } as const;

verifies(
  "transfer:offsite-schedules:off",
  "a schedule with the same id on another FileMaker Server isn't theirs",
  () => {
    const seen = withSeen(moved, { ...there, name: "Weekly" }, 0);
    expect(seen).toMatchObject({ name: "Daily", dueAt: null, seen: { state: "missing" } });
    expect(stateOf(seen ?? moved, 0)).toBe("missing");
    // It stays missing, however often another name is seen.
    expect(withSeen(seen ?? moved, { ...there, name: "Weekly" }, 0)).toBeUndefined();
    expect(withSeen(seen ?? moved, { ...there, name: "Daily" }, 0)).toMatchObject({ seen: there, dueAt: 1_000 });
  },
);

verifies("transfer:offsite-schedules:off", "a schedule previously matched by name continues under a new name", () => {
  const known = withSeen(moved, { ...there, name: "Daily" }, 0) ?? moved;
  expect(withSeen(known, { ...there, name: "Hourly" }, 0)).toMatchObject({ name: "Hourly", seen: there });
});

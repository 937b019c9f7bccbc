import { timestamp } from "#shared/contract/scalars.ts";
import type { OffsiteDrill } from "../schedules/contract.ts";
import type { DrillRecord, OffsiteScheduleRecord } from "../schedules/record.ts";

/** Interval between automatic drills in milliseconds. */
const drillEveryMs = 7 * 24 * 60 * 60_000;
/** Delay before the first drill in milliseconds. It is short, so that a backup that can't be restored is found before it is needed. */
const firstDrillAfterMs = 60 * 60_000;
/** Time in milliseconds after which a drill without news no longer blocks the next one. */
const longestDrillMs = 2 * 24 * 60 * 60_000;

/** True if a drill is running. */
export function isDrilling({ lastDrill }: Pick<OffsiteScheduleRecord, "lastDrill">): boolean {
  return lastDrill !== null && lastDrill.endedAt === null;
}

/** True if the newest backup is due for an automatic drill. A running backup takes precedence. */
export function isDrillDue(record: OffsiteScheduleRecord, now: number): boolean {
  const { isEnabled, isDrilled, lastSuccess, lastRun, lastDrill } = record;
  if (!isEnabled || !isDrilled || lastSuccess === null || lastSuccess.databases.length === 0) return false;
  if (lastRun !== null && lastRun.endedAt === null) return false;
  if (lastDrill === null) return now >= lastSuccess.at + firstDrillAfterMs;
  // A drill that was interrupted has no result.
  const isOpen = isDrilling(record) || lastDrill.state === "crashed";
  return now >= lastDrill.startedAt + (isOpen ? longestDrillMs : drillEveryMs);
}

/** Converts a drill for API responses. */
export function shownDrill(record: DrillRecord): OffsiteDrill {
  const { processId, backup, startedAt, endedAt, state, reason, files, containers } = record;
  return {
    process_id: processId,
    backup,
    started_at: timestamp(startedAt),
    ended_at: endedAt === null ? null : timestamp(endedAt),
    state,
    reason,
    containers,
    files: files.map(({ file: fileName, fault, isChecked: checked }) => ({ fileName, fault, checked })),
  };
}

import { timestamp } from "#shared/contract/scalars.ts";
import type { OffsiteDrill } from "../schedules/contract.ts";
import type { DrillRecord, OffsiteScheduleRecord } from "../schedules/record.ts";

/** How often the newest backup is restored on trial. Milliseconds. */
const drillEveryMs = 7 * 24 * 60 * 60_000;
/** A first backup is tried soon: what does not come back should be known before it is needed. Milliseconds. */
const firstDrillAfterMs = 60 * 60_000;
/** One of which nothing was heard for so long is not waited for any more. Milliseconds. */
const longestDrillMs = 2 * 24 * 60 * 60_000;

/** Whether a drill is on its way. */
export function isDrilling({ lastDrill }: Pick<OffsiteScheduleRecord, "lastDrill">): boolean {
  return lastDrill !== null && lastDrill.endedAt === null;
}

/** Whether the newest backup is to be restored on trial by itself. A backup on its way comes first. */
export function isDrillDue(record: OffsiteScheduleRecord, now: number): boolean {
  const { isEnabled, isDrilled, lastSuccess, lastRun, lastDrill } = record;
  if (!isEnabled || !isDrilled || lastSuccess === null || lastSuccess.databases.length === 0) return false;
  if (lastRun !== null && lastRun.endedAt === null) return false;
  if (lastDrill === null) return now >= lastSuccess.at + firstDrillAfterMs;
  // One that was cut off has shown nothing.
  const isOpen = isDrilling(record) || lastDrill.state === "crashed";
  return now >= lastDrill.startedAt + (isOpen ? longestDrillMs : drillEveryMs);
}

/** A drill as callers see it. */
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

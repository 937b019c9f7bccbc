import type { OffsiteScheduleRecord, RunRecord } from "../schedules/record.ts";
import { withEndedUpkeep } from "../upkeep/rules.ts";

/** Maximum delay in milliseconds between the record of a run, drill or upkeep and its process, which is created later. */
const startMs = 60_000;
const reason = "The service stopped before this started. Start it again";

type Noted = Pick<OffsiteScheduleRecord, "lastDrill" | "lastUpkeep">;

/** Returns the processes of a schedule that may never have been created, because the service stopped after storing the record. */
export function mayBeUnbegun({ lastDrill, lastUpkeep }: Noted, now: number): readonly number[] {
  return [lastDrill, lastUpkeep].flatMap((noted) =>
    noted !== null && mayRunBeUnbegun(noted, now) ? [noted.processId] : [],
  );
}

/** True if the process of this record may never have been created. */
export function mayRunBeUnbegun(
  { startedAt, endedAt }: Pick<RunRecord, "startedAt" | "endedAt">,
  now: number,
): boolean {
  return endedAt === null && now - startedAt > startMs;
}

/**
 * Returns the run as crashed, because it never began. Its schedule, which is updated after the process was created, doesn't refer to it.
 */
export function unbegunRun(run: RunRecord, now: number): RunRecord {
  return { ...run, endedAt: now, state: "crashed", reason };
}

/** Returns the schedule without waiting for a process that never began. Undefined if the schedule doesn't wait for it. */
export function withUnbegun(
  record: OffsiteScheduleRecord,
  processId: number,
  now: number,
): OffsiteScheduleRecord | undefined {
  const ended = { endedAt: now, state: "crashed", reason } as const;
  const { lastDrill, lastUpkeep } = record;
  if (lastDrill?.processId === processId && lastDrill.endedAt === null)
    return { ...record, lastDrill: { ...lastDrill, ...ended } };
  return lastUpkeep?.endedAt === null ? withEndedUpkeep(record, { processId, ...ended }, null) : undefined;
}

import type { OffsiteScheduleRecord, RunRecord } from "../schedules/record.ts";
import { withEndedUpkeep } from "../upkeep/rules.ts";

/** How long the process of a run, a drill or of upkeep may be missing behind its note, which is written before. Milliseconds. */
const startMs = 60_000;
const reason = "The service ended before it began: start it again";

type Noted = Pick<OffsiteScheduleRecord, "lastDrill" | "lastUpkeep">;

/** The processes of a schedule that may be missing because the service ended between note and process. */
export function mayBeUnbegun({ lastDrill, lastUpkeep }: Noted, now: number): readonly number[] {
  return [lastDrill, lastUpkeep].flatMap((noted) =>
    noted !== null && mayRunBeUnbegun(noted, now) ? [noted.processId] : [],
  );
}

/** Whether the process of what was noted may be missing so. */
export function mayRunBeUnbegun(
  { startedAt, endedAt }: Pick<RunRecord, "startedAt" | "endedAt">,
  now: number,
): boolean {
  return endedAt === null && now - startedAt > startMs;
}

/** A run that never began. Its schedule, which notes it behind its process, does not know of it. */
export function unbegunRun(run: RunRecord, now: number): RunRecord {
  return { ...run, endedAt: now, state: "crashed", reason };
}

/** A schedule that waits no longer for a process that never began. Undefined where it does not wait for it. */
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

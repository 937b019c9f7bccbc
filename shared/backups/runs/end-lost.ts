import type { Jobs } from "#shared/jobs/jobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessStore } from "#shared/processes/store.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";
import { withEndedUpkeep } from "../upkeep/rules.ts";

interface EndLostDependencies {
  readonly store: Pick<OffsiteScheduleStore, "change" | "keepRun" | "runs">;
  readonly processes: () => Pick<ProcessStore, "get">;
  readonly jobs: () => Pick<Jobs, "enqueue">;
  readonly clock: Clock;
}

/** Work of a schedule that is known before its process is. */
interface BegunWork {
  readonly processId: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** So long after its beginning work has a process, and after the end of that what has come of it is kept. Milliseconds. */
const patienceMs = 15 * 60_000;
/** An open run is among the newest: the next one waits for it. */
const newestRuns = 10;

/** Ends what a schedule holds for being under way, and what nobody works on: the service had ended before there was a process. */
export function endLost({ store, processes, jobs, clock }: EndLostDependencies) {
  const isLost = async ({ processId, startedAt, endedAt }: BegunWork): Promise<boolean> => {
    const longAgo = clock.now() - patienceMs;
    if (endedAt !== null || startedAt > longAgo) return false;
    const process = await processes().get(processId);
    if (process === undefined) return true;
    // At its end, without what has to be done then: it is done now.
    if (process.endedAt !== null && process.endedAt <= longAgo) await jobs().enqueue(processId);
    return false;
  };

  return async ({ id, lastDrill, lastUpkeep }: OffsiteScheduleRecord): Promise<void> => {
    const crashed = {
      endedAt: clock.now(),
      state: "crashed",
      reason: "The service ended before it had begun.",
    } as const;
    for (const run of (await store.runs(id, { cursor: undefined, limit: newestRuns })).runs) {
      if (!(await isLost(run))) continue;
      const ended = { ...run, ...crashed };
      await store.keepRun(ended);
      await store.change(id, (found) =>
        found.lastRun?.processId === run.processId ? { ...found, lastRun: ended } : undefined,
      );
    }
    if (lastDrill !== null && (await isLost(lastDrill)))
      await store.change(id, (found) =>
        found.lastDrill?.processId === lastDrill.processId
          ? { ...found, lastDrill: { ...lastDrill, ...crashed } }
          : undefined,
      );
    if (lastUpkeep !== null && (await isLost(lastUpkeep)))
      await store.change(id, (found) => withEndedUpkeep(found, { processId: lastUpkeep.processId, ...crashed }, null));
  };
}

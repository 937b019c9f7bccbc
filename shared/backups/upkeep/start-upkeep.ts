import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { JobPlan } from "#shared/jobs/api.ts";
import { setFields } from "../runs/set-fields.ts";
import { objectOf } from "../runs/start-run.ts";
import type { ScheduleTaskDependencies } from "../runs/task-dependencies.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";
import type { UpkeepWork } from "./contract.ts";
import { dueWork, verifiedShare } from "./rules.ts";

export const upkeepPlan: JobPlan = {
  kind: "backups.upkeep",
  title: "Maintain offsite backups",
  phases: tasks["backups.upkeep"].phases,
  canAbort: true,
  isFollowedUp: true,
};

/** Requested upkeep. Defaults to the work that is due. */
interface UpkeepWanted {
  readonly work?: readonly UpkeepWork[];
  /** Share of the set to read, from 0 to 1. */
  readonly share?: number;
  readonly startedBy: string;
}

/** Starts pruning, verifying or repairing the set of a schedule. Returns the process. @throws ServiceError offsite_location_not_found */
export type StartUpkeep = (schedule: OffsiteScheduleRecord, wanted: UpkeepWanted) => Promise<number>;

export function startUpkeep(dependencies: ScheduleTaskDependencies): StartUpkeep {
  const { store, jobs, taskInput, keysOf, clock } = dependencies;
  return async (schedule, wanted) => {
    const { id, name, set, retention, verified } = schedule;
    if (set === null) throw new Error("A schedule without a set has nothing to maintain");
    const fields = await setFields(dependencies, schedule, set);
    const { keys } = await keysOf(set);
    const startedAt = clock.now();
    const work = wanted.work ?? dueWork(schedule, fields.features.deletes);
    const share = wanted.share ?? verifiedShare(schedule, startedAt);
    const { repackBelowPercent = 0, billedDays = 0, ...kept } = retention ?? {};
    const inputOf = taskInput("backups.upkeep", {
      ...fields,
      keys,
      prune: work.includes("prune")
        ? { retention: "allDays" in kept ? kept : null, repackBelow: repackBelowPercent / 100, billedDays }
        : null,
      // A full verification starts from the first pack.
      verify: work.includes("verify") ? { share, after: share === 1 ? null : (verified?.after ?? null) } : null,
      isRepaired: work.includes("repair"),
    });
    return jobs().accept({
      plan: { ...upkeepPlan, title: `${upkeepPlan.title} of ${name}`.slice(0, 200), objects: [objectOf(id)] },
      async inputOf(processId) {
        const open = { endedAt: null, state: null, reason: null, outcome: null };
        // Stored before the process exists, because that can end immediately.
        await store.change(id, (found) => ({
          ...found,
          lastUpkeep: { processId, work: [...work], startedAt, ...open },
        }));
        return inputOf(processId);
      },
      startedBy: wanted.startedBy,
    });
  };
}

import { type TaskFieldsFor, tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import type { JobPlan } from "#shared/jobs/api.ts";
import type { OffsiteScheduleRecord, RunRecord } from "../schedules/record.ts";
import { newer } from "../schedules/rules.ts";
import { containerPlaces, openedPlace } from "./container-places.ts";
import { setFields } from "./set-fields.ts";
import type { ScheduleTaskDependencies } from "./task-dependencies.ts";

export const sendPlan: JobPlan = {
  kind: "backups.send",
  title: "Send backup",
  phases: tasks["backups.send"].phases,
  canAbort: true,
  isFollowedUp: true,
};

interface RunWanted {
  /** Null: FileMaker Server makes a backup first. */
  readonly folder: string | null;
  /** Account for FileMaker Server, if it doesn't know the host's own key. */
  readonly credential: AdminCredential | null;
  readonly startedBy: string;
}

/** Starts sending a backup, each folder once. Returns the process. @throws ServiceError offsite_location_not_found */
export type StartRun = (schedule: OffsiteScheduleRecord, wanted: RunWanted) => Promise<number>;

export function startRun(dependencies: ScheduleTaskDependencies): StartRun {
  const { store, jobs, taskInput, keysOf, networks, floorBytes, clock } = dependencies;

  const sendFields = async (schedule: OffsiteScheduleRecord, { folder, credential }: RunWanted) => {
    const { id, name, isZipped, lastSuccess } = schedule;
    return {
      server: credential,
      schedule: { id, name },
      folder,
      previous: lastSuccess?.folder ?? null,
      store: await openedPlace(dependencies, schedule),
      containers: await containerPlaces(dependencies, schedule),
      isZipped,
      networks: [...networks],
      floorBytes,
    };
  };

  const keepFields = async (
    schedule: OffsiteScheduleRecord,
    set: string,
    { folder, credential }: RunWanted,
  ): Promise<TaskFieldsFor<"backups.keep">> => {
    const [first, second] = schedule.containers;
    return {
      ...(await setFields(dependencies, schedule, set)),
      ...(await keysOf(set)),
      ...{ server: credential, folder, containers: [first.isIncluded, second.isIncluded] },
    };
  };

  return async (schedule, wanted) => {
    const { id, name, createdAt, layout, set } = schedule;
    const { folder, startedBy } = wanted;
    const isKept = layout === "blocks" && set !== null;
    const inputOf = isKept
      ? taskInput("backups.keep", await keepFields(schedule, set, wanted))
      : taskInput("backups.send", await sendFields(schedule, wanted));
    let made: RunRecord | undefined;
    const processId = await jobs().accept({
      plan: {
        ...sendPlan,
        ...(isKept && { phases: tasks["backups.keep"].phases }),
        title: `${sendPlan.title} ${folder ?? `of ${name}`}`.slice(0, 200),
        objects: [objectOf(id)],
      },
      async inputOf(processId) {
        made = {
          ...{ schema: 1, processId, scheduleId: id, folder, startedBy, startedAt: clock.now() },
          ...{ layout: isKept ? "blocks" : "files", snapshot: null },
          ...{ endedAt: null, state: null, reason: null, figures: null },
        };
        // Stored before the process exists, because that can begin and end immediately.
        await store.keepRun(made);
        return inputOf(processId);
      },
      startedBy,
      ...(folder !== null && { key: `offsite-${id}-${createdAt}-${folder}` }),
    });
    const run = made;
    if (run !== undefined && run.processId !== processId) await store.removeRun(run);
    await store.change(id, (found) => ({
      ...found,
      newestFolder: newer(found.newestFolder, folder),
      ...(run?.processId === processId && (found.lastRun?.processId ?? 0) < processId && { lastRun: run }),
    }));
    return processId;
  };
}

const objectPrefix = "offsite-schedule:";

/** Returns the object of a run, as the audit trail names it. */
export function objectOf(id: string): string {
  return `${objectPrefix}${id}`;
}

/** Returns the schedule of a run's process. */
export function scheduleIn(objects: readonly string[]): string | undefined {
  return objects.find((object) => object.startsWith(objectPrefix))?.slice(objectPrefix.length);
}

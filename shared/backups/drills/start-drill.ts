import type { StorePlace } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import type { JobPlan } from "#shared/jobs/api.ts";
import { storedSnapshot } from "../restores/stored-snapshot.ts";
import { containerPlaces, openedPlace } from "../runs/container-places.ts";
import { objectOf } from "../runs/start-run.ts";
import type { ScheduleTaskDependencies } from "../runs/task-dependencies.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";

export const drillPlan: JobPlan = {
  kind: "backups.drill",
  title: "Restore drill",
  phases: tasks["backups.drill"].phases,
  canAbort: true,
  isFollowedUp: true,
};

interface DrillWanted {
  /** Account for FileMaker Server, if it doesn't know the host's own key. */
  readonly credential: AdminCredential | null;
  readonly startedBy: string;
}

/** Starts a restore drill of a schedule's newest backup. Returns the process. @throws ServiceError offsite_location_not_found */
export type StartDrill = (schedule: OffsiteScheduleRecord, wanted: DrillWanted) => Promise<number>;

export function startDrill(dependencies: ScheduleTaskDependencies): StartDrill {
  const { store, jobs, taskInput, keysOf, networks, floorBytes, clock } = dependencies;

  const placeOf = async ({ folder, snapshot }: NonNullable<OffsiteScheduleRecord["lastSuccess"]>) => {
    if (snapshot === null) return { folder: `dbs/${folder}` };
    return storedSnapshot({ ...snapshot, keys: (await keysOf(snapshot.set)).keys });
  };

  /** Returns the places of the containers. In the blocks layout they are in the snapshot, so their own places aren't used. */
  const containersOf = async (schedule: OffsiteScheduleRecord, store: StorePlace) => {
    const isKept = schedule.lastSuccess?.snapshot != null;
    const places = isKept
      ? schedule.containers.map(({ isIncluded }) => (isIncluded ? store : null))
      : await containerPlaces(dependencies, schedule);
    return ([1, 2] as const).flatMap((number) => {
      const place = places[number - 1];
      return place ? [{ number, store: place }] : [];
    });
  };

  return async (schedule, { credential, startedBy }) => {
    const { id, lastSuccess } = schedule;
    if (lastSuccess === null) throw new Error("A schedule without a backup has nothing to restore");
    const place = await openedPlace(dependencies, schedule);
    const containers = await containersOf(schedule, place);
    const startedAt = clock.now();
    const fields = {
      server: credential,
      store: place,
      ...(await placeOf(lastSuccess)),
      files: lastSuccess.databases.slice(0, maxFiles),
      networks: [...networks],
      ...(containers.length > 0 && { containers }),
      floorBytes,
    };
    const inputOf = taskInput("backups.drill", fields);
    return jobs().accept({
      plan: {
        ...drillPlan,
        title: `${drillPlan.title} of ${lastSuccess.folder}`.slice(0, 200),
        objects: [objectOf(id)],
      },
      async inputOf(processId) {
        const drill = { processId, backup: lastSuccess.folder, startedAt };
        const open = { endedAt: null, state: null, reason: null, files: [], containers: [] };
        // Stored before the process exists, because that can end immediately.
        await store.change(id, (found) => ({ ...found, lastDrill: { ...drill, ...open } }));
        return inputOf(processId);
      },
      startedBy,
    });
  };
}

/** Maximum number of files in one task of the agent. */
const maxFiles = 100;

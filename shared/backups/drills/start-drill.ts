import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import type { JobPlan } from "#shared/jobs/job-kind.ts";
import { folderOf } from "../locations/rules.ts";
import { storedSnapshot } from "../restores/stored-snapshot.ts";
import { objectOf } from "../runs/start-run.ts";
import type { ScheduleTaskDependencies } from "../runs/task-dependencies.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";

export const drillPlan: JobPlan = {
  kind: "backups.drill",
  title: "Restore on trial",
  phases: tasks["backups.drill"].phases,
  canAbort: true,
  isFollowedUp: true,
};

interface DrillWanted {
  /** Whom FileMaker Server is asked for where it does not know the host's own key. */
  readonly credential: AdminCredential | null;
  readonly startedBy: string;
}

/** Has the newest backup of a schedule restored on trial. Answers the process. @throws ServiceError offsite_location_not_found */
export type StartDrill = (schedule: OffsiteScheduleRecord, wanted: DrillWanted) => Promise<number>;

export function startDrill(dependencies: ScheduleTaskDependencies): StartDrill {
  const { store, jobs, taskInput, keysOf, openLocation, networks, floorBytes, clock } = dependencies;

  const placeOf = async ({ folder, snapshot }: NonNullable<OffsiteScheduleRecord["lastSuccess"]>) => {
    if (snapshot === null) return { folder: `dbs/${folder}` };
    return storedSnapshot({ ...snapshot, keys: (await keysOf(snapshot.set)).keys });
  };

  return async ({ id, remote, bucket, path, lastSuccess }, { credential, startedBy }) => {
    if (lastSuccess === null) throw new Error("A schedule without a backup has nothing to try");
    const { address, credentials } = await openLocation(remote);
    const startedAt = clock.now();
    const fields = {
      server: credential,
      store: { ...address, ...credentials, bucket, folder: folderOf(path) },
      ...(await placeOf(lastSuccess)),
      files: lastSuccess.databases.slice(0, mostFiles),
      networks: [...networks],
      floorBytes,
    };
    const inputOf = taskInput("backups.drill", fields);
    return jobs().accept({
      plan: {
        ...drillPlan,
        title: `${drillPlan.title} ${lastSuccess.folder}`.slice(0, 200),
        objects: [objectOf(id)],
      },
      async inputOf(processId) {
        const drill = { processId, backup: lastSuccess.folder, startedAt };
        const open = { endedAt: null, state: null, reason: null, files: [] };
        // Before the process is there, which may be at its end at once.
        await store.change(id, (found) => ({ ...found, lastDrill: { ...drill, ...open } }));
        return inputOf(processId);
      },
      startedBy,
    });
  };
}

/** As many as one work of the agent takes. */
const mostFiles = 100;

import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { Jobs } from "#shared/jobs/jobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { OpenLocationNamed } from "../locations/open-location.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";

/** What the task of a set gets to seal and open with. */
export type KeysOfSet = (set: string) => Promise<Pick<TaskFieldsFor<"backups.keep">, "keys" | "keyObjects">>;

/** What everything needs that has the agent do work for a schedule: sending, trying and looking after its backups. */
export interface ScheduleTaskDependencies {
  readonly store: Pick<OffsiteScheduleStore, "change" | "keepRun" | "removeRun">;
  readonly jobs: () => Pick<Jobs, "accept">;
  /** The input of a process whose work the agent does, sealed to it. */
  readonly taskInput: <Name extends "backups.send" | "backups.keep" | "backups.drill" | "backups.upkeep">(
    work: Name,
    fields: TaskFieldsFor<Name>,
  ) => (processId: number) => Promise<unknown>;
  /** The keys of a set, the newest first. */
  readonly keysOf: KeysOfSet;
  readonly openLocation: OpenLocationNamed;
  /** Networks beside the public ones that may be called. */
  readonly networks: readonly string[];
  /** What is left free on the host's disks. */
  readonly floorBytes: number;
  readonly clock: Clock;
}

import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { Jobs } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { OpenLocationNamed } from "../locations/open-location.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";

/** Returns the keys with which a task encrypts and decrypts a set. */
export type KeysOfSet = (set: string) => Promise<Pick<TaskFieldsFor<"backups.keep">, "keys" | "keyObjects">>;

/** Dependencies of all agent tasks for schedules: sending, drills and upkeep of backups. */
export interface ScheduleTaskDependencies {
  readonly store: Pick<OffsiteScheduleStore, "change" | "keepRun" | "removeRun">;
  readonly jobs: () => Pick<Jobs, "accept">;
  /** Returns the input of an agent's process, sealed to that process. */
  readonly taskInput: <Name extends "backups.send" | "backups.keep" | "backups.drill" | "backups.upkeep">(
    work: Name,
    fields: TaskFieldsFor<Name>,
  ) => (processId: number) => Promise<unknown>;
  /** Returns the keys of a set, newest first. */
  readonly keysOf: KeysOfSet;
  readonly openLocation: OpenLocationNamed;
  /** Private networks that Latchkey can call in addition to public networks. */
  readonly networks: readonly string[];
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
  readonly clock: Clock;
}

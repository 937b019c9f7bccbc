import type { RandomBytes } from "#shared/blocks/object-names.ts";
import type { DataKey, DataKeys } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import type { TaskContext } from "../../tasks/task-context.ts";

/** A set that is pruned, verified or repaired. */
export interface SetInUpkeep {
  readonly store: SetStore;
  readonly set: string;
  readonly keys: DataKeys;
  /** What new objects are sealed under. */
  readonly dataKey: DataKey;
  readonly random: RandomBytes;
  /** The newest snapshot that the service knows of. */
  readonly newest: Pick<Snapshot, "name" | "counter"> | null;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Asked before anything is deleted, moved or marked. @throws where another one works on this set by now */
  readonly checkLease: () => Promise<void>;
  readonly say: TaskContext["say"];
}

import type { RandomBytes } from "#shared/blocks/object-names.ts";
import type { DataKey, DataKeys } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import type { TaskContext } from "../../tasks/task-context.ts";

/** Set that is being pruned, verified or repaired. */
export interface SetInUpkeep {
  readonly store: SetStore;
  readonly set: string;
  readonly keys: DataKeys;
  /** Key for sealing new objects. */
  readonly dataKey: DataKey;
  readonly random: RandomBytes;
  /** Newest snapshot that the service knows of. */
  readonly newest: Pick<Snapshot, "name" | "counter"> | null;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called before anything is deleted, moved or marked. @throws if another task is now working on this set */
  readonly checkLease: () => Promise<void>;
  readonly say: TaskContext["say"];
}

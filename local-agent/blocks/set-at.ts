import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { type SetStore, setFolder, setStore } from "#shared/blocks/set-store.ts";
import { type StoreAt, storeAt } from "../backups/store-at.ts";
import { patiently } from "../backups/upload-file.ts";
import type { TaskContext } from "../tasks/task-context.ts";

type Fields = Pick<TaskFields<"backups.keep">, "store" | "features" | "set" | "networks">;

/** The set of a task, as its calls end when the task is to stop; and the place that it lies in. */
export function setAt(fields: Fields, context: TaskContext): { readonly at: StoreAt; readonly store: SetStore } {
  const { store: place, features, set, networks } = fields;
  const at = storeAt(place, networks, context);
  return { at, store: setIn(at, { folder: setFolder(place.folder, set), features }, context) };
}

/** The set in a folder of a bucket. What fails and may pass is tried again. */
export function setIn(
  at: Pick<StoreAt, "store" | "bucket" | "asked">,
  { folder, features }: Pick<Fields, "features"> & { readonly folder: string },
  context: Pick<TaskContext, "clock" | "signal">,
): SetStore {
  const { store: client, bucket } = at;
  return setStore({ client, bucket, folder, features, asked: (ask) => at.asked(() => patiently(context, ask)) });
}

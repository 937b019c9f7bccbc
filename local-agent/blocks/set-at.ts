import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { type SetStore, setFolder, setStore } from "#shared/blocks/set-store.ts";
import { type StoreAt, storeAt } from "../backups/store-at.ts";
import { patiently } from "../backups/upload-file.ts";
import type { TaskContext } from "../tasks/task-context.ts";

type Fields = Pick<TaskFields<"backups.keep">, "store" | "features" | "set" | "networks">;

/** Opens a task's set and its location. Calls end when the task is stopped. */
export function setAt(fields: Fields, context: TaskContext): { readonly at: StoreAt; readonly store: SetStore } {
  const { store: place, features, set, networks } = fields;
  const at = storeAt(place, networks, context);
  return { at, store: setIn(at, { folder: setFolder(place.folder, set), features }, context) };
}

/** Opens the set in a folder of a bucket. Retries temporary failures. */
export function setIn(
  at: Pick<StoreAt, "store" | "bucket" | "asked">,
  { folder, features }: Pick<Fields, "features"> & { readonly folder: string },
  context: Pick<TaskContext, "clock" | "signal">,
): SetStore {
  const { store: client, bucket } = at;
  return setStore({ client, bucket, folder, features, asked: (ask) => at.asked(() => patiently(context, ask)) });
}

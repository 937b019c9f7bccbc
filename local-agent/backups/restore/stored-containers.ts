import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { storeAt } from "../store-at.ts";
import { fetchObject } from "./fetch-object.ts";
import { openBackup, refuseOutside } from "./open-backup.ts";
import type { StoredBackup } from "./stored-backup.ts";

type Stored = Pick<TaskFields<"backups.restore-containers">, "store" | "networks" | "snapshot" | "number">;

/** What was kept of an external container folder: in a snapshot as it was then, as plain files as it has become. Files by their names below it. @throws Refused */
export async function storedContainers(
  { store, networks, snapshot, number }: Stored,
  context: TaskContext,
  work: string,
): Promise<StoredBackup> {
  const at = storeAt(store, networks, context);
  const name = `container${number}`;
  if (snapshot !== undefined) {
    const { files, bring, close } = await openBackup(
      { at, folder: snapshot.folder, snapshot: snapshot.of },
      context,
      work,
    );
    const prefix = `${name}/`;
    const within = files.filter((file) => file.name.startsWith(prefix));
    return {
      files: within.map((file) => ({ ...file, name: file.name.slice(prefix.length) })),
      bring: (file, target, onBytes) => bring({ ...file, name: `${prefix}${file.name}` }, target, onBytes),
      close,
    };
  }
  const prefix = `${at.keyOf(name)}/`;
  const objects = (await at.objects(prefix)).filter(({ key }) => !key.endsWith("/"));
  const files = objects.map(({ key, sizeBytes }) => ({ name: key.slice(prefix.length), sizeBytes, sha256: null }));
  refuseOutside(files);
  return {
    files,
    bring: ({ name: below, sizeBytes, sha256 }, target, onBytes) =>
      fetchObject(context, at, { key: at.keyOf(name, below), sizeBytes, sha256 }, target, onBytes),
    close: async () => undefined,
  };
}

import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { spaceGuard } from "../../disk/disk-space.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { containersAt } from "../containers-at.ts";
import { storeAt } from "../store-at.ts";
import { fetchObject, isDescribedAt } from "./fetch-object.ts";
import { openBackup, refuseOutside } from "./open-backup.ts";
import type { BackupPlace, StoredBackup } from "./stored-backup.ts";

type Stored = Pick<
  TaskFields<"backups.restore-containers">,
  "store" | "networks" | "snapshot" | "number" | "floorBytes"
> &
  Pick<BackupPlace, "isProof">;

/** Stored external container folder, and the files in its manifest that are lost. */
export interface StoredContainers extends StoredBackup {
  readonly missing: readonly string[];
}

/**
 * Opens a stored external container folder: in a snapshot as of then, as plain files as of now. Files are named by their path below it.
 * @throws Refused
 */
export async function storedContainers(
  { store, networks, snapshot, number, floorBytes, isProof = false }: Stored,
  context: TaskContext,
  work: string,
): Promise<StoredContainers> {
  const at = storeAt(store, networks, context);
  const name = `container${number}`;
  if (snapshot !== undefined) {
    const { files, bring, isAt, close } = await openBackup(
      { at, folder: snapshot.folder, snapshot: snapshot.of, floorBytes, isProof },
      context,
      work,
    );
    const prefix = `${name}/`;
    const within = files.filter((file) => file.name.startsWith(prefix));
    const whole = <File extends { readonly name: string }>(file: File) => ({ ...file, name: `${prefix}${file.name}` });
    return {
      missing: [],
      files: within.map((file) => ({ ...file, name: file.name.slice(prefix.length) })),
      bring: (file, target, onBytes) => bring(whole(file), target, onBytes),
      isAt: (file, path) => isAt(whole(file), path),
      close,
    };
  }
  const { objects, described } = await containersAt(at, name);
  const files = Array.from(objects, ([below, { sizeBytes }]) => ({
    ...{ name: below, sizeBytes },
    sha256: described.get(below)?.sha256 ?? null,
  }));
  refuseOutside(files);
  const space = spaceGuard({ folder: work, floorBytes });
  return {
    files,
    missing: [...described.keys()].filter((below) => !objects.has(below)),
    isAt: isDescribedAt,
    bring: ({ name: below, sizeBytes, sha256 }, target, onBytes) =>
      fetchObject(context, at, { key: at.keyOf(name, below), sizeBytes, sha256, space }, target, onBytes),
    close: async () => undefined,
  };
}

import type { StoredSnapshot } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { setFolder } from "#shared/blocks/set-store.ts";

interface NamedSnapshot extends Pick<StoredSnapshot, "set" | "name"> {
  readonly keys: readonly StoredSnapshot["keys"][number][];
}

/** Returns the location of a snapshot for the host: folder of its set, relative to its place, its name, and its keys. */
export function storedSnapshot({ set, name, keys }: NamedSnapshot) {
  return { folder: setFolder("", set), snapshot: { set, name, keys: [...keys] } };
}

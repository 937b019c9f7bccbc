import type { StoredSnapshot } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { setFolder } from "#shared/blocks/set-store.ts";

interface NamedSnapshot extends Pick<StoredSnapshot, "set" | "name"> {
  readonly keys: readonly StoredSnapshot["keys"][number][];
}

/** Where the host finds a snapshot: its set's folder below that of its place, its name, and the keys that open it. */
export function storedSnapshot({ set, name, keys }: NamedSnapshot) {
  return { folder: setFolder("", set), snapshot: { set, name, keys: [...keys] } };
}

import { recoveryKeyId, unwrappedDataKey } from "./recovery-key.ts";
import type { DataKeys } from "./sealed-object.ts";
import type { SetStore } from "./set-store.ts";

const largestKeyBytes = 4_096;

/** Returns the keys of a set that a recovery key decrypts. Empty if the set belongs to another recovery key. @throws UnreadableObject */
export async function openSet(
  store: Pick<SetStore, "list" | "get">,
  set: string,
  recoveryKey: Uint8Array,
): Promise<DataKeys> {
  const own = recoveryKeyId(recoveryKey);
  const keys = new Map<string, Uint8Array>();
  for (const { name } of await store.list("key")) {
    if (!name.startsWith(own)) continue;
    const { id, bytes } = unwrappedDataKey(
      set,
      recoveryKey,
      name,
      await store.get({ kind: "key", name }, largestKeyBytes),
    );
    keys.set(id, bytes);
  }
  return keys;
}

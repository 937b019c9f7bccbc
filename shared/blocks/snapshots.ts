import type { DataKeys } from "./sealed-object.ts";
import { openObject } from "./sealed-object.ts";
import type { SetStore } from "./set-store.ts";
import { type Snapshot, snapshotIn } from "./snapshot.ts";

/** A snapshot's bytes at most: over a terabyte of files. */
const largestBytes = 64 * 1024 * 1024;

interface OpenSnapshotOptions {
  readonly store: Pick<SetStore, "get">;
  readonly set: string;
  readonly keys: DataKeys;
}

/** Opens a snapshot by its name. @throws UnreadableObject, StoreRefused where there is none */
export async function openSnapshot({ store, set, keys }: OpenSnapshotOptions, name: string): Promise<Snapshot> {
  const bytes = await store.get({ kind: "snapshot", name }, largestBytes);
  return snapshotIn(openObject({ kind: "snapshot", set, name }, bytes, keys));
}

import { type OpenSet, openJson } from "./sealed-json.ts";
import type { SetStore } from "./set-store.ts";
import { Snapshot } from "./snapshot.ts";

/** Maximum size of a snapshot in bytes: more than a terabyte of files. */
const largestBytes = 64 * 1024 * 1024;

interface OpenSnapshotOptions extends Pick<OpenSet, "set" | "keys"> {
  readonly store: Pick<SetStore, "get">;
}

/** Decrypts a snapshot by its name. @throws UnreadableObject, StoreRefused if it doesn't exist */
export function openSnapshot(opened: OpenSnapshotOptions, name: string): Promise<Snapshot> {
  return openJson(opened, { kind: "snapshot", name }, { form: Snapshot, largestBytes });
}

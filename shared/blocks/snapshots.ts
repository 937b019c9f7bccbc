import { type OpenSet, openJson } from "./sealed-json.ts";
import type { SetStore } from "./set-store.ts";
import { Snapshot } from "./snapshot.ts";

/** A snapshot's bytes at most: over a terabyte of files. */
const largestBytes = 64 * 1024 * 1024;

interface OpenSnapshotOptions extends Pick<OpenSet, "set" | "keys"> {
  readonly store: Pick<SetStore, "get">;
}

/** Opens a snapshot by its name. @throws UnreadableObject, StoreRefused where there is none */
export function openSnapshot(opened: OpenSnapshotOptions, name: string): Promise<Snapshot> {
  return openJson(opened, { kind: "snapshot", name }, { form: Snapshot, largestBytes });
}

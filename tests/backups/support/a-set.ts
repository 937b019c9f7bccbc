import { hash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newRecoveryKey, recoveryKeyText, wrappedDataKey } from "#shared/blocks/recovery-key.ts";
import type { DataKey, DataKeys } from "#shared/blocks/sealed-object.ts";
import { type SetStore, setStore } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { StoreClient } from "#shared/s3/store-client.ts";
import { makeSnapshot } from "../../../local-agent/blocks/make-snapshot.ts";
import { withFileRestorer } from "../../../local-agent/blocks/restore/file-restorer.ts";
import { type SetMemory, setMemory } from "../../../local-agent/blocks/set-memory.ts";
import { sourceFiles } from "../../../local-agent/blocks/source-files.ts";
import { type PruneCounts, type PruneOptions, pruneSet } from "../../../local-agent/blocks/upkeep/prune-set.ts";
import { repairSet } from "../../../local-agent/blocks/upkeep/repair-set.ts";
import { verifySet } from "../../../local-agent/blocks/upkeep/verify-set.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** Set in memory, with its keys and the agent's memory of it. */
export interface ASet {
  readonly set: string;
  readonly store: SetStore;
  readonly objects: Map<string, Buffer>;
  readonly dataKey: DataKey;
  readonly keys: DataKeys;
  readonly keyText: string;
  readonly memoryFolder: string;
  readonly memory: SetMemory;
  /** Newest snapshot made here. */
  previous: Snapshot | undefined;
  /** Returns the same set for an agent whose memory is in this folder and that knows this snapshot. */
  remembering(memoryFolder: string, previous: Snapshot | undefined): ASet;
}

interface ASetOptions {
  /** Called before each object is put, and afterwards; can end the run there. */
  readonly before?: (path: string) => Promise<void>;
  readonly after?: (bytes: number) => Promise<void>;
  /** The store's clock. */
  readonly now?: () => number;
}

export function aSet(given: Iterable<readonly [path: string, bytes: Uint8Array]> = [], watch: ASetOptions = {}): ASet {
  const set = randomBytes(16).toString("hex");
  const objects = new Map([...given].map(([path, bytes]) => [path, Buffer.from(bytes)]));
  const storedAt = new Map<string, number>();
  const found = (key: string) => {
    const bytes = objects.get(key.slice("set/".length));
    if (bytes === undefined) throw new StoreRefused("NoSuchKey", 404);
    return bytes;
  };
  const client: Pick<StoreClient, "list" | "get" | "getRange" | "put" | "delete"> = {
    async list(_bucket, { prefix = "" }) {
      const keys = [...objects.keys()].map((path) => `set/${path}`).filter((key) => key.startsWith(prefix));
      const modifiedAt = (key: string) => new Date(storedAt.get(key) ?? 0).toISOString();
      return {
        objects: keys.sort().map((key) => ({ key, sizeBytes: found(key).length, modifiedAt: modifiedAt(key) })),
        prefixes: [],
        cursor: undefined,
      };
    },
    get: async (_bucket, key) => found(key),
    getRange: async (_bucket, key, offset, length) => found(key).subarray(offset, offset + length),
    async put(_bucket, key, body) {
      await watch.before?.(key.slice("set/".length));
      objects.set(key.slice("set/".length), Buffer.from(body));
      storedAt.set(key, watch.now?.() ?? Date.now());
      await watch.after?.(body.length);
    },
    async delete(_bucket, key) {
      objects.delete(key.slice("set/".length));
    },
  };
  const features = { conditionalPut: true, checksums: true };
  const store = setStore({ client, bucket: "bucket", folder: "set", features, asked: (ask) => ask() });
  const recoveryKey = newRecoveryKey(randomBytes);
  const dataKey = { id: randomBytes(8).toString("hex"), bytes: randomBytes(32) };
  const wrapped = wrappedDataKey(set, recoveryKey, dataKey, randomBytes);
  if (objects.size === 0) objects.set(`keys/${wrapped.name}`, wrapped.bytes);
  const made = {
    ...{ set, store, objects, dataKey, keys: new Map([[dataKey.id, dataKey.bytes]]) },
    keyText: recoveryKeyText(recoveryKey),
  };
  /** Returns the set for an agent whose memory is in this folder and that knows this snapshot. */
  const remembering = (memoryFolder: string, previous: Snapshot | undefined): ASet => ({
    ...made,
    ...{ memoryFolder, previous, remembering },
    memory: setMemory(memoryFolder, set),
  });
  return remembering(scratchFolder(), undefined);
}

/** Writes files to a disk as the source of a snapshot. */
export function aSource(files: Readonly<Record<string, Uint8Array | string>>) {
  const folder = scratchFolder();
  const names = new Set<string>();
  const source = {
    folder,
    paths: () => [...names],
    read: (path: string) => readFileSync(join(folder, path)),
    random: (bytes: number) => randomBytes(bytes),
    write(path: string, content: Uint8Array | string) {
      names.add(path);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    /** Changes the byte at this offset. */
    change(path: string, at: number) {
      const bytes = source.read(path);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      source.write(path, bytes);
    },
  };
  for (const [path, content] of Object.entries(files)) source.write(path, content);
  return source;
}

/** Makes a snapshot of the current files, and returns its cost. */
export async function snapshotOf(
  made: ASet,
  source: Pick<ReturnType<typeof aSource>, "folder">,
  packBytes?: number,
  changed: Partial<Parameters<typeof makeSnapshot>[0]> = {},
) {
  const { snapshot, counts } = await makeSnapshot({
    ...made,
    random: randomBytes,
    files: await sourceFiles(source.folder),
    about: { schedule: "Daily", backup: "Daily_2026-11-20_2300", startedAt: 1_795_215_660_000 },
    now: () => Date.now(),
    signal: new AbortController().signal,
    counterBefore: made.previous?.counter ?? 0,
    isDeleting: true,
    onDamage: () => undefined,
    checkLease: async () => undefined,
    onRead: () => undefined,
    ...(packBytes !== undefined && { packBytes }),
    ...changed,
  });
  made.previous = snapshot;
  return { snapshot, counts };
}

function inUpkeep(made: ASet) {
  return {
    ...made,
    random: randomBytes,
    newest: made.previous ?? null,
    now: () => Date.now(),
    signal: new AbortController().signal,
    checkLease: async () => undefined,
    say: () => undefined,
  };
}

export function verified(
  made: ASet,
  { share, after = null }: { readonly share: number; readonly after?: string | null },
) {
  return verifySet({ ...inUpkeep(made), share, after, onRead: () => undefined });
}

export function repaired(made: ASet) {
  return repairSet({ ...inUpkeep(made), packBytes: 200_000 });
}

/** Prunes a set: keeps all snapshots for three days, and the newest snapshot of each day for a week. */
export function pruned(made: ASet, now: () => number, changed: Partial<PruneOptions> = {}): Promise<PruneCounts> {
  return pruneSet({
    ...inUpkeep(made),
    retention: { allDays: 3, dailyDays: 7, monthlyMonths: 0 },
    ...{ repackBelow: 0, billedDays: 0, now, packBytes: 200_000 },
    ...changed,
  });
}

type Contents = ReadonlyMap<string, Buffer>;

/** Restores a snapshot. Returns its files by path. */
export async function restoredFrom(made: Pick<ASet, "store" | "set" | "keys">, name: string): Promise<Contents> {
  return (await allRestoredFrom(made, [name])).get(name) as Contents;
}

/**
 * Restores several snapshots. Returns their files by snapshot name. Uses one restorer for all, because closing it takes longer than
 * restoring a small snapshot.
 */
export async function allRestoredFrom(
  made: Pick<ASet, "store" | "set" | "keys">,
  names: readonly string[],
): Promise<ReadonlyMap<string, Contents>> {
  const restored = new Map<string, Contents>();
  await withFileRestorer({ ...made, signal: new AbortController().signal }, async (restore) => {
    for (const name of names) {
      const folder = scratchFolder();
      const contents = new Map<string, Buffer>();
      const { files } = await openSnapshot(made, name);
      for (const file of files) {
        const target = join(folder, file.path);
        mkdirSync(dirname(target), { recursive: true });
        await restore({ file, target, onProgress: () => undefined });
        contents.set(file.path, readFileSync(target));
      }
      restored.set(name, contents);
    }
  });
  return restored;
}

/** Returns contents by their SHA-256: an assertion that compares large buffers byte for byte takes longer than the restore. */
export function digestsOf(contents: Contents | undefined): ReadonlyMap<string, string> {
  return new Map(Array.from(contents ?? [], ([path, bytes]) => [path, hash("sha256", bytes)]));
}

/** Returns the source's contents, for comparison with restored files. */
export function contentsOf(source: Pick<ReturnType<typeof aSource>, "paths" | "read">): ReadonlyMap<string, Buffer> {
  return new Map(source.paths().map((path) => [path, source.read(path)]));
}

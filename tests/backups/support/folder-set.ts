import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setStore } from "#shared/blocks/set-store.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { StoreClient } from "#shared/s3/store-client.ts";
import { makeSnapshot } from "../../../local-agent/blocks/make-snapshot.ts";
import { previousSnapshot } from "../../../local-agent/blocks/previous-snapshot.ts";
import { withFileRestorer } from "../../../local-agent/blocks/restore/file-restorer.ts";
import { setMemory } from "../../../local-agent/blocks/set-memory.ts";
import { sourceFiles } from "../../../local-agent/blocks/source-files.ts";
import { pruneSet } from "../../../local-agent/blocks/upkeep/prune-set.ts";

/** Set in a folder on a disk, on which several processes work one after the other. */
export interface FolderSetAt {
  readonly set: string;
  /** In hexadecimal digits. */
  readonly dataKey: { readonly id: string; readonly bytes: string };
  /** Folder of the store's objects. */
  readonly folder: string;
  /** Folder of the agent's memory. */
  readonly memory: string;
  /** Folder that is backed up. */
  readonly source: string;
  /** Folder that files are restored to. */
  readonly target: string;
}

/** Task for the set. `moment`: the clock's time in milliseconds since the epoch. */
export interface FolderWork {
  readonly work: "backup" | "prune" | "restore";
  readonly moment: number;
}

export const packBytes = 70_000;
const { signal } = new AbortController();

export function newFolderSet(folder: string): FolderSetAt {
  const hex = (length: number) => randomBytes(length).toString("hex");
  const at = (name: string) => join(folder, name);
  return {
    ...{ set: hex(16), dataKey: { id: hex(8), bytes: hex(32) } },
    ...{ folder: at("store"), memory: at("memory"), source: at("source"), target: at("target") },
  };
}

/** Returns a store client that writes an object completely or not at all, as stores do. */
function folderClient(folder: string): Pick<StoreClient, "list" | "get" | "getRange" | "put" | "delete"> {
  const bytesOf = async (key: string) => {
    try {
      return await readFile(join(folder, key));
    } catch (thrown) {
      throw new StoreRefused("NoSuchKey", 404, thrown);
    }
  };
  return {
    async list(_bucket, { prefix = "" }) {
      const names = await readdir(join(folder, prefix)).catch(() => []);
      const objects = names
        .filter((name) => !name.endsWith(".new"))
        .sort()
        .map(async (name) => {
          const { size, mtime } = await stat(join(folder, prefix, name));
          return { key: `${prefix}${name}`, sizeBytes: size, modifiedAt: mtime.toISOString() };
        });
      return { objects: await Promise.all(objects), prefixes: [], cursor: undefined };
    },
    get: (_bucket, key) => bytesOf(key),
    getRange: async (_bucket, key, offset, length) => (await bytesOf(key)).subarray(offset, offset + length),
    async put(_bucket, key, body) {
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, body);
      await rename(`${path}.new`, path);
    },
    async delete(_bucket, key) {
      await rm(join(folder, key), { force: true });
    },
  };
}

export function openFolderSet({ folder, set, dataKey: { id, bytes } }: FolderSetAt) {
  const features = { conditionalPut: false, checksums: true };
  const dataKey = { id, bytes: Buffer.from(bytes, "hex") };
  const store = setStore({
    ...{ client: folderClient(folder), bucket: "bucket", folder: "set", features },
    asked: (ask) => ask(),
  });
  return { store, set, dataKey, keys: new Map([[id, dataKey.bytes]]), random: randomBytes };
}

export async function done(at: FolderSetAt, { work, moment }: FolderWork): Promise<void> {
  const opened = openFolderSet(at);
  const now = () => moment;
  const shared = { ...opened, now, signal, packBytes, checkLease: async () => undefined, say: () => undefined };
  if (work === "backup") {
    await makeSnapshot({
      ...shared,
      ...(await previousSnapshot(opened, null, () => undefined)),
      memory: setMemory(at.memory, at.set),
      files: await sourceFiles(at.source),
      about: { schedule: "Daily", backup: "Daily_2026-11-20_2300", startedAt: moment },
      ...{ isDeleting: true, onDamage: () => undefined, onRead: () => undefined },
    });
  } else if (work === "prune") {
    const retention = { allDays: 5, dailyDays: 0, monthlyMonths: 0 };
    await pruneSet({ ...shared, newest: null, retention, repackBelow: 1, billedDays: 0 });
  } else {
    const names = (await opened.store.list("snapshot")).map(({ name }) => name);
    const { files } = await openSnapshot(opened, names.at(-1) ?? "");
    await mkdir(at.target, { recursive: true });
    const there = await readdir(at.target);
    await withFileRestorer({ ...opened, signal }, async (restore) => {
      for (const file of files)
        if (!there.includes(file.path))
          await restore({ file, target: join(at.target, file.path), onProgress: () => undefined });
    });
  }
}

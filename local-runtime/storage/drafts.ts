import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ids } from "#shared/ports/ids.ts";
import { hasCode } from "./file-errors.ts";

/** A file that no reader sees until it is whole. */
export interface Draft {
  readonly path: string;
  write(bytes: Uint8Array): Promise<void>;
  /** Everything written is on the disk once this resolves. */
  finish(): Promise<void>;
  /** Takes the draft away, unless it has been moved to its place. */
  discard(): Promise<void>;
}

export interface Drafts {
  create(): Promise<Draft>;
}

/** A folder of drafts. Those of processes that are gone are deleted first. */
export async function openDrafts(folder: string, ids: Pick<Ids, "bytes">): Promise<Drafts> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (isAbandoned(name)) await rm(join(folder, name), { force: true });
  }
  return {
    async create() {
      const name = `${process.pid}-${Buffer.from(ids.bytes(12)).toString("hex")}`;
      underWay.add(name);
      try {
        return draft(name, join(folder, name), await open(join(folder, name), "wx", 0o600));
      } catch (error) {
        underWay.delete(name);
        throw error;
      }
    },
  };
}

/** A process may get the id of one that died, and open a folder twice: so it knows its own drafts by name. */
const underWay = new Set<string>();

function draft(name: string, path: string, file: FileHandle): Draft {
  let isOpen = true;

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  }

  return {
    path,
    write: (bytes) => file.writeFile(bytes),
    async finish() {
      await file.sync();
      await close();
    },
    async discard() {
      await close();
      await rm(path, { force: true });
      underWay.delete(name);
    },
  };
}

function isAbandoned(name: string): boolean {
  const pid = Number.parseInt(name, 10);
  return pid === process.pid ? !underWay.has(name) : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another account's process is alive too.
    return hasCode(error, "EPERM");
  }
}

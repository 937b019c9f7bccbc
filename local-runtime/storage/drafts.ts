import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Ids } from "#shared/ports/ids.ts";
import { hasCode } from "./file-errors.ts";

/** File that readers don't see until it is complete. */
export interface Draft {
  readonly path: string;
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when everything written is on disk. */
  finish(): Promise<void>;
  /** Deletes the draft, unless it was moved to its final place. */
  discard(): Promise<void>;
}

export interface Drafts {
  create(): Promise<Draft>;
}

/** Opens a folder of drafts. First deletes those of dead processes. */
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

/** Drafts of this process. A process can get the ID of a dead one, and can open a folder twice: so it knows its own drafts by name. */
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
    // The process exists but belongs to another account.
    return hasCode(error, "EPERM");
  }
}

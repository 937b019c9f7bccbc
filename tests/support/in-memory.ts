import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Folder that Linux keeps in memory. */
const memory = "/dev/shm";
/** Free space needed: more than the services of a run store at a time. */
const neededBytes = 4 * 1024 ** 3;

/**
 * Returns the folder in which a service stores data that no test reads after a power failure: in memory if there is enough space, because a
 * durable write to a disk takes milliseconds; otherwise among the other temporary files of the run.
 */
export function inMemory(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, process.availableMemory()) < neededBytes ? tmpdir() : memory;
}

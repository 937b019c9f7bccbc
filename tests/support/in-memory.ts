import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Where Linux has a folder in memory. */
const memory = "/dev/shm";
/** More than the services of a run store at a time. */
const neededBytes = 4 * 1024 ** 3;

/**
 * Where a service stores what no test looks for after a power failure: in memory where there is room, because a disk takes milliseconds for each
 * lasting write; where there is none, among other files that go with the run.
 */
export function inMemory(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, process.availableMemory()) < neededBytes ? tmpdir() : memory;
}

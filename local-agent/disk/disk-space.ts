import { stat, statfs } from "node:fs/promises";
import { basename } from "node:path";
import { Refused } from "../refused.ts";

interface SpaceNeeded {
  /** A folder on the disk that it is about. */
  readonly folder: string;
  readonly bytes: number;
}

/** Refuses what does not fit on a disk beside what is to stay free on it (DISK_FLOOR_MB), before anything is done. @throws Refused no-space */
export async function checkDiskSpace(needs: readonly SpaceNeeded[], floorBytes: number): Promise<void> {
  const disks = new Map<number, SpaceNeeded>();
  for (const { folder, bytes } of needs) {
    const { dev } = await stat(folder);
    disks.set(dev, { folder, bytes: bytes + (disks.get(dev)?.bytes ?? 0) });
  }
  for (const { folder, bytes } of disks.values()) {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free - bytes >= floorBytes) continue;
    const spaceLeft = `the disk of ${basename(folder)} has ${megabytes(free)} MB left, of which ${megabytes(floorBytes)} MB stay free`;
    throw new Refused("no-space", `${spaceLeft}, and ${megabytes(bytes)} MB are needed`);
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

import { stat, statfs } from "node:fs/promises";
import { basename } from "node:path";
import { Refused } from "../refused.ts";

export interface SpaceNeeded {
  /** A folder on the disk that it is about. */
  readonly folder: string;
  readonly bytes: number;
}

/** What is needed of a disk in all, and what it has left. */
interface DiskUse extends SpaceNeeded {
  readonly freeBytes: number;
}

/** What is needed of each disk. */
export async function diskUses(needs: readonly SpaceNeeded[]): Promise<readonly DiskUse[]> {
  const disks = new Map<number, SpaceNeeded>();
  for (const { folder, bytes } of needs) {
    const { dev } = await stat(folder);
    disks.set(dev, { folder, bytes: bytes + (disks.get(dev)?.bytes ?? 0) });
  }
  return Promise.all(
    [...disks.values()].map(async ({ folder, bytes }) => {
      const { bavail, bsize } = await statfs(folder);
      return { folder, bytes, freeBytes: bavail * bsize };
    }),
  );
}

/** Refuses what does not fit on a disk beside what is to stay free on it (DISK_FLOOR_MB), before anything is done. @throws Refused no-space */
export async function checkDiskSpace(needs: readonly SpaceNeeded[], floorBytes: number): Promise<void> {
  for (const { folder, bytes, freeBytes } of await diskUses(needs)) {
    if (freeBytes - bytes >= floorBytes) continue;
    const spaceLeft = `the disk of ${basename(folder)} has ${megabytes(freeBytes)} MB left, of which ${megabytes(floorBytes)} MB stay free`;
    throw new Refused("no-space", `${spaceLeft}, and ${megabytes(bytes)} MB are needed`);
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

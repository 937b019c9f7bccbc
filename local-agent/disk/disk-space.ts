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
    [...disks.values()].map(async ({ folder, bytes }) => ({ folder, bytes, freeBytes: await freeBytesAt(folder) })),
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

/** Bytes that are written before the free space is read again. */
const bytesPerRead = 4_000_000;

/** Keeps a disk from falling below its floor while bytes come from elsewhere, whatever length was announced. */
export interface SpaceGuard {
  /** Checks a length that was announced, before the first byte is written. @throws Refused no-space */
  announced(bytes: number): Promise<void>;
  /** Checks bytes that are about to be written. @throws Refused no-space */
  writing(bytes: number): Promise<void>;
}

interface GuardedDisk {
  /** A folder on this disk. */
  readonly folder: string;
  /** What stays free on it: `DISK_FLOOR_MB`. */
  readonly floorBytes: number;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export function spaceGuard({ folder, floorBytes, freeBytes = freeBytesAt }: GuardedDisk): SpaceGuard {
  let allowance = 0;
  const left = async () => (await freeBytes(folder)) - floorBytes;
  const refusal = (text: string) =>
    new Refused(
      "no-space",
      `the disk of ${basename(folder)} would have less than ${megabytes(floorBytes)} MB left: ${text}`,
    );

  return {
    async announced(bytes) {
      if (bytes > (await left())) throw refusal(`${megabytes(bytes)} MB are announced`);
    },
    async writing(bytes) {
      // Others write to the same disk, so what was free a few megabytes ago says little.
      if (allowance < bytes) allowance = Math.min(Math.max(bytesPerRead, bytes), await left());
      if (allowance < bytes) throw refusal("the source sends more than fits");
      allowance -= bytes;
    },
  };
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

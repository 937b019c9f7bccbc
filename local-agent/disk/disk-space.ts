import { stat, statfs } from "node:fs/promises";
import { basename } from "node:path";
import { Refused } from "../refused.ts";
import { checkWriteAccess } from "./write-access.ts";

export interface SpaceNeeded {
  /** Folder on the disk in question. */
  readonly folder: string;
  readonly bytes: number;
}

/** Total space needed on a disk, and its free space. */
interface DiskUse extends SpaceNeeded {
  readonly freeBytes: number;
}

/** Returns the space needed on each disk. */
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

/**
 * Checks that the agent can write to each folder, and that everything fits on its disk in addition to the space to leave free
 * (DISK_FLOOR_MB), before anything is done.
 * @throws Refused no-space, not-writable
 */
export async function checkDiskSpace(needs: readonly SpaceNeeded[], floorBytes: number): Promise<void> {
  await checkWriteAccess(needs.map(({ folder }) => folder));
  for (const { folder, bytes, freeBytes } of await diskUses(needs)) {
    if (freeBytes - bytes >= floorBytes) continue;
    const spaceLeft = `the disk of ${basename(folder)} has ${megabytes(freeBytes)} MB left, of which ${megabytes(floorBytes)} MB must stay free`;
    throw new Refused("no-space", `${spaceLeft}; ${megabytes(bytes)} MB are required`);
  }
}

/** Bytes to write before reading the free space again. */
const bytesPerRead = 4_000_000;

/** Keeps a disk's free space above its floor during a transfer, regardless of the announced length. */
export interface SpaceGuard {
  /** Checks an announced length before the first byte is written. @throws Refused no-space */
  announced(bytes: number): Promise<void>;
  /** Checks bytes before they are written. @throws Refused no-space */
  writing(bytes: number): Promise<void>;
}

interface GuardedDisk {
  /** Folder on this disk. */
  readonly folder: string;
  /** Bytes to leave free on it: `DISK_FLOOR_MB`. */
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
      if (bytes > (await left())) throw refusal(`${megabytes(bytes)} MB are expected`);
    },
    async writing(bytes) {
      // Others write to the same disk, so the free space of a few megabytes ago says little.
      if (allowance < bytes) allowance = Math.min(Math.max(bytesPerRead, bytes), await left());
      if (allowance < bytes) throw refusal("the source sends more data than fits");
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

import { statfs } from "node:fs/promises";
import { Refused } from "../refused.ts";

/** What is left free on every disk. */
const floorBytes = 64 * 1024 * 1024;

/** Refuses what a disk has no room for, before anything is done. @throws Refused no-space */
export async function checkRoom(needs: readonly { readonly folder: string; readonly bytes: number }[]): Promise<void> {
  for (const folder of new Set(needs.map((need) => need.folder))) {
    const bytes = needs.filter((need) => need.folder === folder).reduce((sum, need) => sum + need.bytes, 0);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free < bytes + Math.min(floorBytes, bytes))
      throw new Refused("no-space", `the disk has ${megabytes(free)} MB left, and ${megabytes(bytes)} MB are needed`);
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

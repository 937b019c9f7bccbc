import type { Trouble, Watch } from "./watch.ts";

/** Disk with data. */
export interface WatchedDisk {
  /** Data on the disk, such as `backups`. */
  readonly folder: string;
  readonly freeBytes: number;
}

/** Host with disks. */
export interface WatchedHost {
  readonly subject: string;
  /** Name such as `the database host`. */
  readonly name: string;
  /** Returns the disks; undefined if the host doesn't respond. */
  readonly disks: () => Promise<readonly WatchedDisk[] | undefined>;
}

const everyMs = 10 * 60_000;
/**
 * Thresholds as multiples of the space that tasks must leave free. Between the two nothing changes, so that a disk at the limit causes only
 * one notification.
 */
const low = 2;
const enough = 2.5;

/** Watches whether disks have more free space than tasks must leave. */
export function diskWatches(hosts: readonly WatchedHost[], floorBytes: number): readonly Watch[] {
  return hosts.map(({ subject, name, disks }) => ({
    name: `disks of ${subject}`,
    everyMs,
    afterMs: 0,
    async look([before]) {
      const seen = await disks();
      if (seen === undefined) return undefined;
      const wereLow = before?.stage.split(", ") ?? [];
      const lowOnes = seen.filter(
        ({ folder, freeBytes }) => freeBytes < floorBytes * (wereLow.includes(folder) ? enough : low),
      );
      if (lowOnes.length === 0) return [];
      const left = lowOnes.map(({ folder, freeBytes }) => `${Math.round(freeBytes / 1_000_000)} MB for ${folder}`);
      const stage = lowOnes.map(({ folder }) => folder).join(", ");
      const text = `Low disk space on ${name}: ${left.join(", ")}.`;
      return [{ subject, event: "disk_low", stage, name, text }] satisfies Trouble[];
    },
    normal: async () => ({ event: "disk_enough", text: `The disks of ${name} have enough free space again.` }),
  }));
}

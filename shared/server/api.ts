/** Disk space checks before work that needs room. */

export type { DiskSpaceCheck } from "./disk/disk-space-check.ts";

import type { Target, ValuesOf } from "../target.ts";

/** Targets of offsite backups. */
export const backupTargets = {
  filesSpeed: { sentence: "first backup, layout `files`: speed to `aws s3 cp`", unit: "x", atLeast: 2 },
  blocksSpeed: { sentence: "first backup, layout `blocks`: speed to `aws s3 cp`", unit: "x", atLeast: 1.5 },
  filesCpu: { sentence: "layout `files`: CPU per GB", unit: "s", atMost: 2 },
  blocksCpu: { sentence: "layout `blocks`: CPU per GB", unit: "s", atMost: 2.8 },
  changedShare: { sentence: "sent again after 1 % of pages changed, scattered", unit: "%", atMost: 16 },
  unchangedTime: {
    sentence: "nothing changed, every file read: time to reading and hashing it once",
    unit: "x",
    atMost: 1.2,
  },
  unchangedCalls: { sentence: "nothing changed: calls to the store", unit: "requests", atMost: 10 },
  restoreSpeed: { sentence: "restore of layout `blocks`: speed to `aws s3 cp`", unit: "x", atLeast: 2 },
  snapshotsList: { sentence: "1,000 snapshots of 100 files: list them", unit: "s", atMost: 1 },
  snapshotsOpen: { sentence: "1,000 snapshots of 100 files: open one", unit: "s", atMost: 1 },
  snapshotsPrune: {
    sentence: "1,000 snapshots of 100 files: prune, CPU to that of half of them",
    unit: "x",
    atMost: 2.4,
  },
  agentMemory: { sentence: "peak memory of the process that backs up or restores", unit: "MB", atMost: 170 },
} as const satisfies Record<string, Target>;

export type BackupValues = ValuesOf<typeof backupTargets>;

import * as z from "zod";
import { HostName, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { Server } from "./file-tasks.ts";

/** Networks beside the public ones that may be called. */
export const Networks = z.array(z.string().max(100)).max(200);

/** A folder of a bucket at an S3-compatible store, and the account that it is used with. */
export const StorePlace = z.strictObject({
  origin: z.url().max(500),
  region: z.string().max(60),
  addressing: z.enum(["path", "host"]),
  accessKeyId: z.string().max(200),
  secretAccessKey: z.string().max(500),
  bucket: z.string().max(200),
  /** Names with slashes between them, empty for the bucket itself. */
  folder: z.string().max(500),
});
export type StorePlace = z.infer<typeof StorePlace>;

/** A backup schedule of FileMaker Server. */
export const ServerSchedule = z.strictObject({ id: z.string().min(1).max(100), name: z.string().min(1).max(255) });
export type ServerSchedule = z.infer<typeof ServerSchedule>;

/** What a run has come to, as its agent reports it. Files are counted with those of containers. */
export const BackupOutcome = z.object({
  folder: z.string(),
  /** Sent by this run. */
  sentFiles: Offset,
  sentBytes: Offset,
  /** The store has made them from an earlier backup's, in which they are the same. */
  copiedFiles: Offset,
  /** They lay there already. */
  presentFiles: Offset,
  /** All files of the backup, and its bytes. */
  files: Offset,
  bytes: Offset,
});
export type BackupOutcome = z.infer<typeof BackupOutcome>;

/** Sending backups elsewhere. */
export const backupTasks = lazySchemas({
  /** Sends a backup of FileMaker Server's to a store, after having it made where no folder is named. */
  "backups.send": {
    request: () =>
      z.strictObject({
        /** Asked where FileMaker Server does not know this host's own key. */
        server: Server.nullable(),
        schedule: ServerSchedule,
        /** Null: the schedule is run first. */
        folder: HostName.nullable(),
        /** An earlier backup of this schedule there: what has not changed since is not sent again. */
        previous: HostName.nullable(),
        store: StorePlace,
        /** Where the external container folders go. Null: not at all. */
        containers: z.tuple([StorePlace.nullable(), StorePlace.nullable()]),
        isZipped: z.boolean(),
        networks: Networks,
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    phases: ["starting", "backing up", "sending", "containers", "finishing"],
  },
});

import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { HostName, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { Server } from "./file-tasks.ts";

/** Private networks that may be called in addition to public ones. */
export const Networks = z.array(z.string().max(100)).max(200);

/** Folder of a bucket in an S3-compatible store, and the account for it. */
export const StorePlace = z.strictObject({
  origin: z.url().max(500),
  region: z.string().max(60),
  addressing: z.enum(["path", "host"]),
  accessKeyId: z.string().max(200),
  secretAccessKey: z.string().max(500),
  bucket: z.string().max(200),
  /** Names separated by slashes, or empty for the bucket itself. */
  folder: z.string().max(500),
  /** True if the store was found to verify the CRC32 of uploaded objects and parts. */
  checksums: z.boolean().optional(),
});
export type StorePlace = z.infer<typeof StorePlace>;

/** Name of a set or one of its objects: 16 bytes in hexadecimal digits. */
const SetName = z.string().regex(/^[0-9a-f]{32}$/);
const DataKeyId = z.string().regex(/^[0-9a-f]{16}$/);

/** Keys that decrypt the content of a set. */
const DataKeys = z
  .array(z.strictObject({ id: DataKeyId, encryptionKey: z.base64().max(100) }))
  .min(1)
  .max(100);

/** Snapshot of a set, and the keys for it. */
export const StoredSnapshot = z.strictObject({ set: SetName, name: SetName, keys: DataKeys });
export type StoredSnapshot = z.infer<typeof StoredSnapshot>;

/** Location of databases in a store, and the databases to use. */
export const storedDatabases = {
  store: StorePlace,
  /** Their folder below that location: names separated by slashes. */
  folder: z.string().min(1).max(1_000),
  /** For backups in blocks: the snapshot to read them from. The folder is that of its set. */
  snapshot: StoredSnapshot.optional(),
  files: z.array(DatabaseName).min(1).max(100),
  networks: Networks,
};

/** A backup schedule of FileMaker Server. */
export const ServerSchedule = z.strictObject({ id: z.string().min(1).max(100), name: z.string().min(1).max(255) });
export type ServerSchedule = z.infer<typeof ServerSchedule>;

const StoreFeatures = z.strictObject({ conditionalPut: z.boolean(), checksums: z.boolean(), deletes: z.boolean() });
/** Newest snapshot of a set. Null: there is none yet. */
const Newest = z.strictObject({ name: SetName, counter: Offset }).nullable();

/** Result of a backup run, as its agent reports it. File counts include containers. */
export const BackupOutcome = z.object({
  folder: z.string(),
  /** Files that this run sent. */
  sentFiles: Offset,
  sentBytes: Offset,
  /** Unchanged files that the store copied from an earlier backup. */
  copiedFiles: Offset,
  /** Files that were already in the store. */
  presentFiles: Offset,
  /** All files of the backup, and its size in bytes. */
  files: Offset,
  bytes: Offset,
  /** For backups in blocks: the snapshot that this run created. */
  snapshot: z.object({ set: SetName, name: SetName, counter: Offset }).optional(),
  /** Its databases, as they were hosted. Older agents don't report them. */
  databases: z.array(z.string()).max(1_000).default([]),
});
export type BackupOutcome = z.infer<typeof BackupOutcome>;

/** Result of a set's maintenance, as its agent reports it. Null: not requested. */
export const UpkeepOutcome = z.object({
  prune: z
    .object({
      keptSnapshots: Offset,
      deletedSnapshots: Offset,
      markedPacks: Offset,
      deletedPacks: Offset,
      deletedBytes: Offset,
      repackedPacks: Offset,
    })
    .nullable(),
  verify: z
    .object({
      snapshots: Offset,
      readPacks: Offset,
      readBytes: Offset,
      /** Last pack that was read. Null: the next run starts with the first. */
      after: SetName.nullable(),
      /** True if it was the last pack of all. */
      isAll: z.boolean(),
    })
    .nullable(),
  repair: z.object({ foundContents: Offset, lostContents: Offset }).nullable(),
  /** Lost and altered objects, the first of each. Null: not checked. */
  damage: z
    .object({
      objects: z.array(z.string()),
      packs: z.array(SetName),
      files: z.array(z.object({ snapshot: SetName, counter: Offset, path: z.string() })),
      fileCount: Offset,
    })
    .nullable(),
});
export type UpkeepOutcome = z.infer<typeof UpkeepOutcome>;

/** Folder below the backups for files that were restored to be inspected, or to be moved by hand. */
export const restoresFolder = "Latchkey Restores";

/** Target of restored files: a folder of their own below the backups, or the folder that downloads are read from. */
const RestoreTarget = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("folder"), folder: HostName }),
  z.strictObject({
    kind: z.literal("download"),
    download: z.uuid(),
    /** Name of the result. */
    name: z.string().max(255),
    /** Time at which it is permanently deleted. */
    keptUntil: z.int(),
  }),
]);
export type RestoreTarget = z.infer<typeof RestoreTarget>;

/** External container folder of FileMaker Server. */
export const ContainerNumber = z.union([z.literal(1), z.literal(2)]);
export type ContainerNumber = z.infer<typeof ContainerNumber>;

/** Result of a restore drill, as its agent reports it. */
export const DrillOutcome = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      /** Null if the file was fetched, matches its manifest, and passed the check (if it opens without a key). */
      fault: z.string().nullable(),
      /** True if FMDeveloperTool checked it, which it can't do for an encrypted file. */
      isChecked: z.boolean(),
    }),
  ),
  /** Results for external container folders. Older agents don't test any. */
  containers: z
    .array(
      z.object({
        container: ContainerNumber,
        /** Number of files that match what was sent. */
        files: Offset,
        /** Null: all of them match. */
        fault: z.string().nullable(),
      }),
    )
    .default([]),
});
export type DrillOutcome = z.infer<typeof DrillOutcome>;

/** Sends backups to a store, and restores them. */
export const backupTasks = lazySchemas({
  /** Saves a FileMaker Server backup in a store, in blocks. If no folder is named, runs the schedule first. */
  "backups.keep": {
    request: () =>
      z.strictObject({
        /** Account to use if FileMaker Server doesn't know this host's own key. */
        server: Server.nullable(),
        schedule: ServerSchedule,
        /** Null: run the schedule first. */
        folder: HostName.nullable(),
        store: StorePlace,
        /** Features that the store was found to support. */
        features: StoreFeatures,
        set: SetName,
        /** Keys that decrypt the set. The first one encrypts new data. */
        keys: DataKeys,
        /** The same keys as they are stored in the set, sealed with the current recovery key. */
        keyObjects: z.array(z.strictObject({ name: SetName, bytes: z.base64().max(1_000) })).max(100),
        /** Newest snapshot that the service knows. Null: there is none yet. */
        newest: Newest,
        /** True for each external container folder to include. */
        containers: z.tuple([z.boolean(), z.boolean()]),
        networks: Networks,
      }),
    phases: ["starting", "backing up", "sending", "finishing"],
  },
  /** Repairs a set, verifies a share of it, and prunes it: the requested steps, in this order. */
  "backups.upkeep": {
    request: () =>
      z.strictObject({
        schedule: ServerSchedule,
        store: StorePlace,
        /** Features that the store was found to support. */
        features: StoreFeatures,
        set: SetName,
        keys: DataKeys,
        newest: Newest,
        prune: z
          .strictObject({
            /** Null: keep every snapshot. */
            retention: z.strictObject({ allDays: Offset, dailyDays: Offset, monthlyMonths: Offset }).nullable(),
            /** Packs are rewritten if less than this share of them is needed. From 0 (never) to 1. */
            repackBelow: z.number().min(0).max(1),
            billedDays: Offset,
          })
          .nullable(),
        verify: z
          .strictObject({
            /** Share to read, from 0 to 1. */
            share: z.number().min(0).max(1),
            /** Last pack that was read. */
            after: SetName.nullable(),
          })
          .nullable(),
        isRepaired: z.boolean(),
        networks: Networks,
      }),
    phases: ["repairing", "verifying", "pruning"],
  },
  /** Sends a FileMaker Server backup to a store. If no folder is named, runs the schedule first. */
  "backups.send": {
    request: () =>
      z.strictObject({
        /** Account to use if FileMaker Server doesn't know this host's own key. */
        server: Server.nullable(),
        schedule: ServerSchedule,
        /** Null: run the schedule first. */
        folder: HostName.nullable(),
        /** Earlier backup of this schedule in the store. Unchanged files aren't sent again. */
        previous: HostName.nullable(),
        store: StorePlace,
        /** Targets of the external container folders. Null: don't send them. */
        containers: z.tuple([StorePlace.nullable(), StorePlace.nullable()]),
        isZipped: z.boolean(),
        networks: Networks,
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    phases: ["starting", "backing up", "sending", "containers", "finishing"],
  },
  /** Restores databases of a backup to this host, next to the hosted ones. Closes and replaces nothing. */
  "backups.restore": {
    request: () =>
      z.strictObject({
        ...storedDatabases,
        withContainers: z.boolean(),
        to: RestoreTarget,
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    phases: ["fetching", "packing"],
  },
  /** Restores an external container folder in place, without replacing existing files, or to another location. */
  "backups.restore-containers": {
    request: () =>
      z.strictObject({
        /** Account to look up the folder if FileMaker Server doesn't know this host's own key. */
        server: Server.nullable(),
        number: ContainerNumber,
        /** For plain files: the location that holds their `container1` or `container2`. */
        store: StorePlace,
        /** For backups in blocks: the snapshot, and the folder of its set below that location. */
        snapshot: z.strictObject({ folder: z.string().min(1).max(1_000), of: StoredSnapshot }).optional(),
        to: z.union([z.strictObject({ kind: z.literal("here") }), RestoreTarget]),
        networks: Networks,
        /** Free space to leave on each disk. Bytes. */
        floorBytes: Offset,
      }),
    phases: ["fetching", "packing"],
  },
  /** Returns a container folder to its state before a restore. */
  "backups.undo-containers": {
    request: () => z.strictObject({ process: Id }),
    phases: ["putting back"],
  },
  /** Restores the files of a backup one by one where no server hosts them, verifies each, and deletes it. */
  "backups.drill": {
    request: () =>
      z.strictObject({
        /** Account to ask which files are encrypted. Null if FileMaker Server knows this host's own key. */
        server: Server.nullable(),
        ...storedDatabases,
        /** External container folders to test. Plain files are at these locations; blocks are in the snapshot. */
        containers: z
          .array(z.strictObject({ number: ContainerNumber, store: StorePlace }))
          .max(2)
          .optional(),
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    phases: ["drilling"],
  },
});

import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
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
  /** Whether the store was seen to compare the CRC32 of what arrives, of objects and of parts. */
  checksums: z.boolean().optional(),
});
export type StorePlace = z.infer<typeof StorePlace>;

/** 16 bytes in hexadecimal digits, as sets and their objects are called. */
const SetName = z.string().regex(/^[0-9a-f]{32}$/);
const DataKeyId = z.string().regex(/^[0-9a-f]{16}$/);

/** Keys that open what lies in a set. */
const DataKeys = z
  .array(z.strictObject({ id: DataKeyId, encryptionKey: z.base64().max(100) }))
  .min(1)
  .max(100);

/** A snapshot of a set, and what opens it. */
export const StoredSnapshot = z.strictObject({ set: SetName, name: SetName, keys: DataKeys });
export type StoredSnapshot = z.infer<typeof StoredSnapshot>;

/** Where databases lie at a store, and which of them are wanted. */
export const storedDatabases = {
  store: StorePlace,
  /** Their folder below that place: names with slashes between them. */
  folder: z.string().min(1).max(1_000),
  /** In blocks: the snapshot that they are taken from. The folder is that of its set. */
  snapshot: StoredSnapshot.optional(),
  files: z.array(DatabaseName).min(1).max(100),
  networks: Networks,
};

/** A backup schedule of FileMaker Server. */
export const ServerSchedule = z.strictObject({ id: z.string().min(1).max(100), name: z.string().min(1).max(255) });
export type ServerSchedule = z.infer<typeof ServerSchedule>;

const StoreFeatures = z.strictObject({ conditionalPut: z.boolean(), checksums: z.boolean(), deletes: z.boolean() });
/** Of a set. Null: there is none yet. */
const Newest = z.strictObject({ name: SetName, counter: Offset }).nullable();

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
  /** In blocks: the snapshot that it has made. */
  snapshot: z.object({ set: SetName, name: SetName, counter: Offset }).optional(),
  /** Its databases, as they were hosted. An older agent does not name them. */
  databases: z.array(z.string()).max(1_000).default([]),
});
export type BackupOutcome = z.infer<typeof BackupOutcome>;

/** What looking after a set has come to, as its agent reports it. Null: it was not asked for. */
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
      /** The pack that was read last. Null: the next time it is begun with the first. */
      after: SetName.nullable(),
      /** Whether it was the last pack of all. */
      isAll: z.boolean(),
    })
    .nullable(),
  repair: z.object({ foundContents: Offset, lostContents: Offset }).nullable(),
  /** What is lost or was altered, the first of each. Null: it was not looked for. */
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

/** Below the backups: files that were restored to be looked at, or to be put where they belong by hand. */
export const restoresFolder = "Latchkey Restores";

/** Where restored files come: into a folder of their own below the backups, or where a download is read from. */
const RestoreTarget = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("folder"), folder: HostName }),
  z.strictObject({
    kind: z.literal("download"),
    download: z.uuid(),
    /** What the outcome is called. */
    name: z.string().max(255),
    /** The outcome is deleted then. */
    keptUntil: z.int(),
  }),
]);
export type RestoreTarget = z.infer<typeof RestoreTarget>;

/** One of FileMaker Server's external container folders. */
export const ContainerNumber = z.union([z.literal(1), z.literal(2)]);
export type ContainerNumber = z.infer<typeof ContainerNumber>;

/** What a drill has found, as its agent reports it. */
export const DrillOutcome = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      /** Null: it was fetched, and what came is what its manifest says; and it was checked, as far as it opens without a key. */
      fault: z.string().nullable(),
      /** Whether FMDeveloperTool has looked into it: it cannot look into an encrypted file. */
      isChecked: z.boolean(),
    }),
  ),
  /** Of external container folders. An older agent tries none. */
  containers: z
    .array(
      z.object({
        container: ContainerNumber,
        /** So many are what was sent. */
        files: Offset,
        /** Null: all of them are. */
        fault: z.string().nullable(),
      }),
    )
    .default([]),
});
export type DrillOutcome = z.infer<typeof DrillOutcome>;

/** Sending backups elsewhere, and having them back. */
export const backupTasks = lazySchemas({
  /** Keeps a backup of FileMaker Server's at a store in blocks, after having it made where no folder is named. */
  "backups.keep": {
    request: () =>
      z.strictObject({
        /** Asked where FileMaker Server does not know this host's own key. */
        server: Server.nullable(),
        schedule: ServerSchedule,
        /** Null: the schedule is run first. */
        folder: HostName.nullable(),
        store: StorePlace,
        /** What the store was seen to do. */
        features: StoreFeatures,
        set: SetName,
        /** Those that open what lies in the set. The first one seals what is new. */
        keys: DataKeys,
        /** The same keys as they lie in the set, sealed under the recovery key of today. */
        keyObjects: z.array(z.strictObject({ name: SetName, bytes: z.base64().max(1_000) })).max(100),
        /** The newest snapshot that the service knows of. Null: there is none yet. */
        newest: Newest,
        /** Whether FileMaker Server's external container folders are kept too. */
        containers: z.tuple([z.boolean(), z.boolean()]),
        networks: Networks,
      }),
    phases: ["starting", "backing up", "sending", "finishing"],
  },
  /** Repairs what lies in a set, reads a share of it, and prunes it: what of these is asked for, in this order. */
  "backups.upkeep": {
    request: () =>
      z.strictObject({
        schedule: ServerSchedule,
        store: StorePlace,
        /** What the store was seen to do. */
        features: StoreFeatures,
        set: SetName,
        keys: DataKeys,
        newest: Newest,
        prune: z
          .strictObject({
            /** Null: every snapshot is kept. */
            retention: z.strictObject({ allDays: Offset, dailyDays: Offset, monthlyMonths: Offset }).nullable(),
            /** Packs of which less is needed are written anew. Of one; 0: none is. */
            repackBelow: z.number().min(0).max(1),
            billedDays: Offset,
          })
          .nullable(),
        verify: z
          .strictObject({
            /** How much is read, of one. */
            share: z.number().min(0).max(1),
            /** The pack that was read last. */
            after: SetName.nullable(),
          })
          .nullable(),
        isRepaired: z.boolean(),
        networks: Networks,
      }),
    phases: ["repairing", "verifying", "pruning"],
  },
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
  /** Brings databases of a backup onto this host, beside those that are hosted: nothing is closed or replaced. */
  "backups.restore": {
    request: () =>
      z.strictObject({
        ...storedDatabases,
        withContainers: z.boolean(),
        to: RestoreTarget,
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    phases: ["fetching", "packing"],
  },
  /** Brings what was kept of an external container folder back into it, beside what is there, or elsewhere. */
  "backups.restore-containers": {
    request: () =>
      z.strictObject({
        /** Asked where the folder is, where FileMaker Server does not know this host's own key. */
        server: Server.nullable(),
        number: ContainerNumber,
        /** As plain files they lie in its `container1` or `container2`. */
        store: StorePlace,
        /** In blocks: the snapshot, and the folder of its set below that place. */
        snapshot: z.strictObject({ folder: z.string().min(1).max(1_000), of: StoredSnapshot }).optional(),
        to: z.union([z.strictObject({ kind: z.literal("here") }), RestoreTarget]),
        networks: Networks,
        /** What is left free on each disk. */
        floorBytes: Offset,
      }),
    phases: ["fetching", "packing"],
  },
  /** Puts a container folder back as it was before a restore. */
  "backups.undo-containers": {
    request: () => z.strictObject({ process: Id }),
    phases: ["putting back"],
  },
  /** Restores what was kept in a backup one after the other where no server looks, looks whether each is whole, and deletes it. */
  "backups.drill": {
    request: () =>
      z.strictObject({
        /** Asked which files are encrypted; null where it knows this host's own key. */
        server: Server.nullable(),
        ...storedDatabases,
        /** External container folders that are tried too. As plain files they lie at these places; in blocks they are in the snapshot. */
        containers: z
          .array(z.strictObject({ number: ContainerNumber, store: StorePlace }))
          .max(2)
          .optional(),
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    phases: ["drilling"],
  },
});

import * as z from "zod";
import { HostName } from "#shared/agent/protocol/host-path.ts";
import { ContainerNumber } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { offsitePlace } from "../schedules/contract.ts";

const Backup = HostName.describe(
  "Name of the backup: its folder name, such as `Daily_2026-11-20_2300`, or with the layout `blocks` the name of its snapshot, from the list.",
);
const Layout = z.enum(["files", "blocks"]).describe("Storage format.");
const storeErrors = ["offsite_location_not_found", "offsite_call_refused", "offsite_store_away"] as const;

/** Database in a backup. */
export const OffsiteDatabase = z.object({
  fileName: z.string().describe("Name of the hosted file."),
  bytes: z.int().describe("Size in the store without container data, in bytes. If zipped: size of the zip."),
  sha256: z
    .string()
    .nullable()
    .describe(
      "SHA-256 in hexadecimal digits. Null if the backup has no manifest from Latchkey, or its layout is `blocks`: each block is then verified during the restore.",
    ),
  zipped: z.boolean().describe("True if it is stored as a zip that includes its container data."),
  container_files: z.int().describe("Number of externally stored container files."),
  container_bytes: z.int().describe("Size of these container files, in bytes."),
  file_browser_hash: z
    .string()
    .describe("ID for `id` in the file browser. With the layout `blocks`: ID of the folder of its set."),
});
export type OffsiteDatabase = z.infer<typeof OffsiteDatabase>;

const RestoredFile = z.object({
  fileName: DatabaseName.describe("Name of a file in the backup."),
  targetName: DatabaseName.optional().describe("Name of the restored file. Default: the original name."),
  encryptionKey: ToolArgument.optional().describe(
    "Encryption password of the file, if it is encrypted. It is a secret.",
  ),
});

const folderOfRestore = HostName.optional().describe(
  "Only for `folder`: name of the folder below `Latchkey Restores`. Default: the name of the backup with the time.",
);
const processId = Id.describe("ID of the process that does the work.");
const restoredFolder = z
  .string()
  .nullable()
  .describe("Only for `folder`: path of the restored files in the file browser.");
const download = z
  .object({
    downloadToken: z.string().describe("Token of the download. It is a secret."),
    downloadPath: z.string().describe("Path of the download, available when the process ends. It is a secret."),
    fileName: z.string().describe("File name."),
    expiresAt: Timestamp.describe("Expiry time."),
  })
  .nullable()
  .describe("Only for `download`: the zip.");
const locationOf = ({ remote_name }: { readonly remote_name: string }) => `offsite-location:${remote_name}`;

const placeExample = { remote_name: "aws-frankfurt", bucket_name: "fm-backups", remote_path: "production" };
const backupExample = "Daily_2026-11-19_2300";
const fileExample: OffsiteDatabase = {
  fileName: "Contacts.fmp12",
  bytes: 91_226_112,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  zipped: false,
  container_files: 214,
  container_bytes: 48_120_334,
  file_browser_hash: "b2Zmc2l0ZS9hd3MtZnJhbmtmdXJ0L2ZtLWJhY2t1cHM",
};

const folderRow = {
  backup: backupExample,
  taken: "2026-11-19 23:00",
  layout: "files",
  set: null,
  kept_at: null,
} as const;
const snapshotRow = {
  backup: "019a9e2c7b40f3d1a8c64b7e90215d3f",
  taken: null,
  layout: "blocks",
  set: "5b8f1c0e9d7a4362b1f08e6c2d93a754",
  kept_at: "2026-11-20T22:01:10.120Z",
} as const;

const closedRow = { set: "9d1c4e0b7a5f4c2388e06b1f2ad93c77", recovery_keys: ["3b9f0c61d2a4e785"] };

/** Offsite backups, and restores of them. */
export const offsiteRestores = resource({
  listOffsiteBackups: {
    method: "GET",
    path: "/svc/api/settings/offsite/backups",
    summary: "List backups in an offsite location",
    description:
      "Lists the backups that are in the store now, newest first, including those of other programs. Encrypted backups are listed if this service has their keys; otherwise only their sets are listed.",
    access: "admin",
    input: z.object(offsitePlace),
    output: z.object({
      backups: z
        .array(
          z.object({
            backup: z
              .string()
              .describe("Name for requests: the folder name, or with the layout `blocks` the name of the snapshot."),
            taken: z
              .string()
              .nullable()
              .describe(
                "Time of the backup in the host's time zone, such as `2026-11-20 23:00`. Null if the folder name doesn't contain it, or the layout is `blocks`.",
              ),
            layout: Layout,
            set: z.string().nullable().describe("Set of the snapshot. Null unless the layout is `blocks`."),
            kept_at: Timestamp.nullable().describe("Time of the snapshot. Null unless the layout is `blocks`."),
          }),
        )
        .describe("All backups."),
      closed_sets: z
        .array(
          z.object({
            set: z.string().describe("Folder name below `blocks`."),
            recovery_keys: z.array(z.string()).describe("IDs of the recovery keys that open it, as on their sheets."),
          }),
        )
        .describe(
          "Encrypted sets of other installations, whose keys this service doesn't have. `POST /svc/api/settings/offsite/recovery-key/open` opens them.",
        ),
    }),
    errors: storeErrors,
    example: {
      input: placeExample,
      output: { backups: [snapshotRow, folderRow], closed_sets: [closedRow] },
    },
  },
  listOffsiteBackupFiles: {
    method: "GET",
    path: "/svc/api/settings/offsite/backups/files",
    summary: "List the databases of an offsite backup",
    access: "admin",
    input: z.object({ ...offsitePlace, backup: Backup }),
    output: z.object({
      backup: z.string().describe("Folder name that FileMaker Server gave the backup."),
      layout: Layout,
      whole: z
        .boolean()
        .describe("True if the backup is complete: it has its manifest or snapshot, which is written last."),
      files: z.array(OffsiteDatabase).describe("Databases of the backup, sorted by name."),
      bytes: z
        .int()
        .describe("Total size of all files of the backup, in bytes, including files that aren't databases."),
    }),
    errors: [...storeErrors, "offsite_backup_not_found", "offsite_backup_unreadable"],
    example: {
      input: { ...placeExample, backup: backupExample },
      output: { backup: backupExample, layout: "files", whole: true, files: [fileExample], bytes: 139_346_446 },
    },
  },
  restoreOffsiteFiles: {
    method: "POST",
    path: "/svc/api/settings/offsite/restores",
    summary: "Restore databases from an offsite backup",
    description:
      "`here` replaces the hosted files, or hosts copies under other names, as a deployment does: it checks the free space first, restores all files or none, and keeps the originals for undo. `folder` restores to a folder in the Backups folder, and `download` to a zip; neither changes a hosted file. Externally stored container data is restored too.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      ...offsitePlace,
      backup: Backup,
      files: z.array(RestoredFile).min(1).max(100).describe("Files to restore."),
      to: z.enum(["here", "folder", "download"]).describe("Where to restore to."),
      folder: folderOfRestore,
      containers: z.boolean().default(true).describe("Also restores externally stored container data."),
      message: z.string().max(200).optional().describe("Only for `here`: message for users before their files close."),
    }),
    output: z.object({
      processId,
      deploymentId: Id.nullable().describe("Only for `here`: ID of the deployment to undo it with."),
      folder: restoredFolder,
      download,
    }),
    status: () => 202,
    changes: locationOf,
    errors: [
      ...storeErrors,
      "offsite_backup_not_found",
      "offsite_backup_unreadable",
      "offsite_file_not_found",
      ...adminApiErrors,
      "account_needed",
    ],
    example: {
      input: { ...placeExample, backup: backupExample, files: [{ fileName: "Contacts.fmp12" }], to: "here" },
      output: { processId: 42, deploymentId: 7, folder: null, download: null },
    },
  },
  restoreOffsiteContainers: {
    method: "POST",
    path: "/svc/api/settings/offsite/restores/containers",
    summary: "Restore an external container folder",
    description:
      "FileMaker Server's backups don't include its external container folders. This restores one that a schedule sent separately: with the layout `blocks` as it was at the backup, with `files` in its latest state. `here` restores into the original folder. Existing files of the same size and files that aren't in the backup stay. Replaced files are kept for undo. Databases don't need to be closed.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      ...offsitePlace,
      container: ContainerNumber.describe("Number of the container folder."),
      backup: Backup.optional().describe(
        "Only for the layout `blocks`: name of the snapshot. If omitted, plain files are restored from `container1` or `container2` in the location, which all backups share.",
      ),
      to: z.enum(["here", "folder", "download"]).describe("Where to restore to."),
      folder: folderOfRestore,
    }),
    output: z.object({ processId, folder: restoredFolder, download }),
    status: () => 202,
    changes: locationOf,
    errors: [
      ...storeErrors,
      "offsite_backup_not_found",
      "offsite_backup_unreadable",
      ...adminApiErrors,
      "account_needed",
    ],
    example: {
      input: { ...placeExample, container: 1, to: "here" },
      output: { processId: 43, folder: null, download: null },
    },
  },
  undoOffsiteContainers: {
    method: "POST",
    path: "/svc/api/settings/offsite/restores/containers/undo",
    summary: "Undo the restore of an external container folder",
    description:
      "Deletes the restored files and brings back the ones they replaced. Files written since then stay. Replaced files are kept for 30 days, or until the undo.",
    access: "admin",
    input: z.object({ processId: Id.describe("ID of the process that restored it.") }),
    output: z.object({ processId }),
    status: () => 202,
    changes: ({ processId: restored }: { readonly processId: number }) => `process:${restored}`,
    errors: [],
    example: { input: { processId: 43 }, output: { processId: 44 } },
  },
});

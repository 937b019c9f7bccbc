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
  "The backup, by its folder's name such as `Daily_2026-11-20_2300`; in blocks by its snapshot's, as the list has it.",
);
const Layout = z.enum(["files", "blocks"]).describe("How it lies there.");
const storeErrors = ["offsite_location_not_found", "offsite_call_refused", "offsite_store_away"] as const;

/** Database in a backup. */
export const OffsiteDatabase = z.object({
  fileName: z.string().describe("As it was hosted."),
  bytes: z.int().describe("How many bytes lie there for it, without its containers: of the zip where it is zipped."),
  sha256: z
    .string()
    .nullable()
    .describe(
      "Their SHA-256 in hexadecimal digits. Null: the backup has no manifest of ours, or lies in blocks, of which each is compared when it is restored.",
    ),
  zipped: z.boolean().describe("Whether it lies in a zip, together with what it keeps outside of itself."),
  container_files: z.int().describe("How many files it keeps outside of itself beside it."),
  container_bytes: z.int().describe("How many bytes those have."),
  file_browser_hash: z
    .string()
    .describe("What opens it in the file browser, as `id`; in blocks what opens the folder of its set."),
});
export type OffsiteDatabase = z.infer<typeof OffsiteDatabase>;

const RestoredFile = z.object({
  fileName: DatabaseName.describe("A file of the backup."),
  targetName: DatabaseName.optional().describe("What it is called here from now on. Left out: as it was."),
  encryptionKey: ToolArgument.optional().describe("The password that opens it, where it is encrypted. A secret."),
});

const folderOfRestore = HostName.optional().describe(
  "Of `folder`: what it is called, below `Latchkey Restores`. Left out: as the backup, with the time.",
);
const processId = Id.describe("The process that does the work, to follow it by.");
const restoredFolder = z.string().nullable().describe("Of `folder`: where they come, as the file browser names it.");
const download = z
  .object({
    downloadToken: z.string().describe("What opens the download. A secret."),
    downloadPath: z.string().describe("Where it is, once the process has ended. A secret."),
    fileName: z.string().describe("What it is called."),
    expiresAt: Timestamp.describe("Until when it is there."),
  })
  .nullable()
  .describe("Of `download`: the zip.");
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
    summary: "List the backups at an offsite place, the newest first",
    description:
      "As they lie there now, those that others have made among them. Backups in blocks are listed where this service has their keys; others are named by their sets.",
    access: "admin",
    input: z.object(offsitePlace),
    output: z.object({
      backups: z
        .array(
          z.object({
            backup: z.string().describe("What it is asked for by: its folder's name, in blocks its snapshot's."),
            taken: z
              .string()
              .nullable()
              .describe(
                "When it was made, in the host's own time, such as `2026-11-20 23:00`. Null where its folder's name does not say it, and in blocks.",
              ),
            layout: Layout,
            set: z.string().nullable().describe("In blocks: the set that its snapshot is in."),
            kept_at: Timestamp.nullable().describe("In blocks: when its snapshot was made."),
          }),
        )
        .describe("All of them."),
      closed_sets: z
        .array(
          z.object({
            set: z.string().describe("Its folder's name below `blocks`."),
            recovery_keys: z
              .array(z.string())
              .describe("What the recovery keys are called that open it, as their sheets say it."),
          }),
        )
        .describe(
          "Sets in blocks whose keys this service does not have: another installation has made them. `POST /svc/api/settings/offsite/recovery-key/open` opens them.",
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
      backup: z.string().describe("The name of the folder that FileMaker Server has made."),
      layout: Layout,
      whole: z.boolean().describe("Whether all of it is there: its manifest or its snapshot, which come last."),
      files: z.array(OffsiteDatabase).describe("Its databases, by their names."),
      bytes: z.int().describe("How many bytes all files of it have, other than databases among them."),
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
    summary: "Restore databases of an offsite backup",
    description:
      "`here` puts them in the place of the hosted ones, or beside them under another name, as a deployment does: space is looked after first, all of them or none, and what was replaced is kept, for its undo. `folder` brings them into a folder among the backups, and `download` into a zip; neither touches a hosted file. What a file keeps outside of itself comes with it.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      ...offsitePlace,
      backup: Backup,
      files: z.array(RestoredFile).min(1).max(100).describe("Which files."),
      to: z.enum(["here", "folder", "download"]).describe("Where they come."),
      folder: folderOfRestore,
      containers: z.boolean().default(true).describe("Whether what the files keep outside of themselves comes, too."),
      message: z.string().max(200).optional().describe("Of `here`: what people in the files see before they close."),
    }),
    output: z.object({
      processId,
      deploymentId: Id.nullable().describe("Of `here`: the part of a deployment that does it, to undo it by."),
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
      "FileMaker Server's external container folders are in no backup: what a schedule has sent of one comes back by this, in blocks as it was at the backup, as plain files as it has become since. `here` brings it into that folder: files that are there with the same size stay, and so do those that the backup does not know; what is replaced is kept, for an undo. Files need not be closed for it.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      ...offsitePlace,
      container: ContainerNumber.describe("Which of the two folders."),
      backup: Backup.optional().describe(
        "In blocks: the backup, by its snapshot's name. Left out: plain files, which lie in `container1` and `container2` of the place, once for all backups.",
      ),
      to: z.enum(["here", "folder", "download"]).describe("Where they come."),
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
      "What the restore has brought is deleted, and what it has replaced comes back. Files that were written since stay. What was replaced is kept until then, or for thirty days.",
    access: "admin",
    input: z.object({ processId: Id.describe("The process that has restored it.") }),
    output: z.object({ processId }),
    status: () => 202,
    changes: ({ processId: restored }: { readonly processId: number }) => `process:${restored}`,
    errors: [],
    example: { input: { processId: 43 }, output: { processId: 44 } },
  },
});

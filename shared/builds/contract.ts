import * as z from "zod";
import { BuildBox, BuildName, TextFile } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { PublishDestination } from "#shared/contract/values/publish-destination.ts";
import {
  ChainedActionResult,
  ChainedActions,
  Notification,
  PostDeploymentScript,
  PreBuildScript,
  PreDeploymentScript,
  ScheduleInfo,
  scheduling,
} from "#shared/contract/values/release-shapes.ts";
import { FileConfig, FileConfigParts } from "./config/contract.ts";

/** Status of a build, in the terms of the API reference. The last four are final. */
export const BuildStatus = z
  .enum(["scheduled", "started", "zipping", "completed", "crashed", "aborted", "failed"])
  .describe("Status. `completed`, `crashed`, `aborted` and `failed` are final.");
export type BuildStatus = z.infer<typeof BuildStatus>;

const buildPhases = [
  "scheduling",
  "starting",
  "pre-build script",
  "backing up",
  "moving files",
  "zipping",
  "done",
  "closing",
  "opening",
  "post-build steps",
  "unknown phase",
] as const;

export const BuildLogEntry = z.object({
  level: z.enum(["info", "success", "error"]).describe("`info` for a step, `success` or `error`."),
  phase: z.enum(buildPhases).describe("Phase of the build."),
  message: z.string().describe("Message of the log line."),
  timeElapsed: z.int().min(0).describe("Time since the start, in milliseconds."),
});
export type BuildLogEntry = z.infer<typeof BuildLogEntry>;

/** File to include in a build. */
const BuildFileInput = z.object({
  fileName: DatabaseName.describe("Name of the hosted file."),
  clone: z.boolean().default(true).describe("True for a clone without records, false for a copy with records."),
  user: ToolArgument.optional().describe("Account of the file with full access, needed for migrations."),
  password: ToolArgument.optional().describe("Password of the account."),
  encryptionKey: ToolArgument.optional().describe("Encryption password of the file, if it is encrypted."),
});

const BuildFile = z.object({
  fileName: z.string().describe("File name."),
  clone: z.boolean().describe("True if it is a clone, without records."),
  user: z.string().optional().describe("Account for the file, if the manifest includes credentials."),
  password: z.string().optional().describe("Masked password of the account, if the manifest includes credentials."),
  encryptionKey: z.string().optional().describe("Masked encryption password, if the manifest includes credentials."),
  size: z.int().min(0).optional().describe("Size in bytes, once it is built."),
  sha256: z.string().optional().describe("SHA-256 of the file, in hexadecimal digits."),
  hasContainerData: z.boolean().optional().describe("True if its externally stored container data is included."),
  config: FileConfig.optional().describe("Configuration that a deployment applies to the deployed file."),
});

/** Options of a build. Deployments use the same fields to make builds on other servers. */
export const buildOptions = {
  textFiles: z
    .array(TextFile)
    .max(100)
    .default([])
    .describe("Text files that a deployment writes to the Documents folder."),
  force: z.boolean().default(false).describe("Replaces an existing build with the same ID."),
  preBuildScript: PreBuildScript.optional().describe("Script to run before the first file is copied."),
  preDeploymentScript: PreDeploymentScript.optional().describe(
    "Script that a deployment of the build runs first, unless it has its own. Included if the manifest includes credentials.",
  ),
  postDeploymentScript: PostDeploymentScript.optional().describe(
    "Script that a deployment of the build runs last, unless it has its own. Included if the manifest includes credentials.",
  ),
  fileConfig: FileConfigParts,
  closeFiles: z
    .boolean()
    .default(false)
    .describe("Accepted for compatibility and ignored: open files are copied without closing them."),
  ensureFilesOpen: z
    .boolean()
    .default(false)
    .describe("Accepted for compatibility and ignored: closed files are copied without opening them."),
  compressionLevel: z
    .int()
    .min(-1)
    .max(9)
    .default(0)
    .describe("Compression level: 0 for none, 9 for maximum, -1 for the usual level. Default: 0."),
  memoryLevel: z
    .int()
    .min(1)
    .max(9)
    .default(1)
    .describe("Memory for compression, from 1 to 9. More is faster. Default: 1."),
  zipFiles: z.boolean().default(true).describe("Puts the files in a zip. If false, they are in a folder."),
  includeContainerData: z.boolean().default(false).describe("Includes externally stored container data."),
  notifications: z
    .array(Notification)
    .max(20)
    .nullish()
    .describe("Recipients of notifications about the start and the end of the build."),
  includeCredentialsInManifest: z
    .boolean()
    .default(false)
    .describe(
      "Includes accounts and encryption passwords of the files in the manifest. Anyone with the build can read them.",
    ),
};

const buildRequest = {
  buildId: BuildName.nullish().describe("Build ID. Default: `build_id_missing`."),
  files: z.array(BuildFileInput).min(1).max(100).describe("Files to build."),
  ...buildOptions,
  publish: z
    .object({ destinations: z.array(PublishDestination).min(1).max(10).describe("Destinations.") })
    .optional()
    .describe("Destinations to publish the finished build to, each with its own process."),
  chainedAction: ChainedActions.optional(),
};

/** Fields of a build that are the same for every way to start it. */
export const BuildRequest = z.object(buildRequest);
export type BuildRequest = z.output<typeof BuildRequest>;

const BuildInput = z.object({ ...buildRequest, ...scheduling });
export type BuildInput = z.output<typeof BuildInput>;

const manifestFields = {
  status: BuildStatus,
  buildId: z.string().describe("Build ID."),
  zipArchive: z.string().describe("Name of the zip; empty if the files are in a folder."),
  textFiles: z.array(TextFile).optional().describe("Text files of the build."),
  files: z.array(BuildFile).optional().describe("Files of the build."),
  zipSize: z.int().min(0).optional().describe("Size of the zip in bytes, once it is built."),
  sha256: z.string().optional().describe("SHA-256 of the zip, in hexadecimal digits."),
  completedFiles: z.int().min(0).optional().describe("Number of finished files."),
  message: z.string().optional().describe("Reason for the final status, if there is more to say."),
  log: z.array(BuildLogEntry).optional().describe("Log lines. Kept for 30 days after the end."),
  startedAt: Timestamp.optional().describe("Start time."),
  chainedActionResults: z.array(ChainedActionResult).optional().describe("Results of the chained actions, in order."),
  ottofmsId: Id.optional().describe("Record number."),
  processId: Id.optional().describe("ID of the process that builds it."),
  preDeploymentScript: PreDeploymentScript.optional().describe(
    "Script that a deployment runs first, with a masked password.",
  ),
  postDeploymentScript: PostDeploymentScript.optional().describe(
    "Script that a deployment runs last, with a masked password.",
  ),
};

/** Description of a build on the host. */
export const BuildManifest = z.object({
  ...manifestFields,
  lastUpdated: Timestamp.optional().describe("Time of the last update."),
});
export type BuildManifest = z.infer<typeof BuildManifest>;

const links = {
  downloadUrl: z
    .string()
    .describe(
      "Download link of the zip, valid for a day without signing in; empty if there is none, and for viewers. It is a secret.",
    ),
  downloadFolderUrl: z.string().describe("Download link of all files of the build as a zip. It is a secret."),
  fileBrowserId: z.string().describe("ID of the build in the file browser."),
};

/** Stored build, in the terms of the API reference. */
const BuildRow = z.object({
  id: Id.describe("Record number."),
  build_id: z.string().describe("Build ID."),
  created_at: Timestamp.describe("Time when it was requested."),
  updated_at: Timestamp.describe("Time of the last change."),
  started_at: Timestamp.nullable().describe("Start time; null if it hasn't started."),
  status: BuildStatus,
  zip_archive: z.string().nullable().describe("Name of the zip; null if there is none."),
  zip_size: z.int().min(0).nullable().describe("Size of the zip in bytes; null if unknown."),
  completed_files: z.int().min(0).nullable().describe("Number of finished files."),
  message: z.string().nullable().describe("Reason for the final status."),
  log: z.array(BuildLogEntry).nullish().describe("Log lines. Omitted in lists."),
  files: z.array(BuildFile).nullish().describe("Files of the build."),
  chained_action_results: z
    .array(ChainedActionResult)
    .nullish()
    .describe("Results of the chained actions, in order. Null if there are none yet."),
  existsInOutbox: z.boolean().describe("True if it is in the outbox, according to the agent's last report."),
  hasErrors: z.boolean().describe("True if it completed, but has errors in its log."),
  schedule_id: z.string().nullable().describe("ID of the schedule, or of the deferred start, that started it."),
  process_id: Id.describe("ID of the process that builds it."),
  publish_process_ids: z.array(Id).describe("IDs of the processes that publish it."),
});

const inboxOrOutbox = BuildBox.default("outbox").describe(
  "`outbox` for builds made on this server, `inbox` for builds received from other servers. Default: `outbox`.",
);
const TextId = BuildName.describe("Build ID.");
const RowId = z.coerce.number().pipe(Id).describe("Record number of the build.");
const hostErrors = ["agent_unavailable", "agent_timeout", "agent_refused"] as const;
export const startBuildErrors = [
  "build_too_long",
  "secret_masked",
  ...adminApiErrors,
  "database_not_found",
  "account_needed",
  "build_exists",
  "not_configured",
  "offsite_location_not_found",
] as const;

const bytes = { output: z.string(), answers: "bytes", contentType: "application/octet-stream" } as const;
const exampleToken = `bl_${"0193".repeat(22)}`;
const exampleRow = {
  id: 7,
  build_id: "release-12",
  created_at: "2026-11-20T09:15:02.114Z",
  updated_at: "2026-11-20T09:16:40.201Z",
  started_at: "2026-11-20T09:15:02.163Z",
  status: "completed",
  zip_archive: "release-12.build.zip",
  zip_size: 1_048_576,
  completed_files: 1,
  message: null,
  files: [{ fileName: "Contacts.fmp12", clone: true, size: 4_194_304, hasContainerData: false }],
  existsInOutbox: true,
  hasErrors: false,
  chained_action_results: null,
  schedule_id: null,
  process_id: 42,
  publish_process_ids: [],
} as const;
const exampleManifest = {
  status: "completed",
  buildId: "release-12",
  zipArchive: "release-12.build.zip",
  files: [{ fileName: "Contacts.fmp12", clone: true, size: 4_194_304, hasContainerData: false }],
  zipSize: 1_048_576,
  completedFiles: 1,
  startedAt: "2026-11-20T09:15:02.163Z",
  ottofmsId: 7,
  processId: 42,
} as const;

const Started = z.object({
  started: z.boolean().optional().describe("True if it was accepted and is queued."),
  scheduled: z.boolean().optional().describe("True if it was accepted and starts at the scheduled time."),
  schedule: ScheduleInfo.optional().describe("Schedule, if it starts later."),
  buildId: z.string().describe("Build ID."),
  ottofmsId: Id.describe("Record number."),
  processId: Id.describe("ID of the process that builds it."),
});

/** Builds: files of this server, ready to download by other servers. */
export const builds = resource({
  startBuild: {
    method: "POST",
    path: "/svc/api/build",
    summary: "Build hosted files",
    description:
      "Starts a process. FileMaker Server copies or clones open files without closing them. Closed files are copied from disk. " +
      "Only one build or deployment runs at a time; others wait in a queue.",
    access: "admin",
    open: true,
    input: BuildInput,
    output: Started,
    notes: ({ closeFiles, ensureFilesOpen }: { readonly closeFiles: boolean; readonly ensureFilesOpen: boolean }) => [
      ...(closeFiles ? ["`closeFiles`: ignored; open files are copied without closing them"] : []),
      ...(ensureFilesOpen ? ["`ensureFilesOpen`: ignored; closed files are copied without opening them"] : []),
    ],
    changes: (_input: unknown, output?: { readonly ottofmsId: number }) => output && `build:${output.ottofmsId}`,
    errors: startBuildErrors,
    example: {
      input: { buildId: "release-12", files: [{ fileName: "Contacts.fmp12", clone: true }] },
      output: { started: true, buildId: "release-12", ottofmsId: 7, processId: 42 },
    },
  },

  listBuilds: {
    method: "GET",
    path: "/svc/api/build/list",
    summary: "List builds on the host",
    access: "admin",
    input: z.object({ inboxOrOutbox }),
    output: z.object({ manifests: z.array(BuildManifest).describe("Manifests of the builds.") }),
    errors: hostErrors,
    example: { input: { inboxOrOutbox: "outbox" }, output: { manifests: [exampleManifest] } },
  },

  abortBuild: {
    method: "POST",
    path: "/svc/api/build/abort",
    summary: "Abort the running build",
    access: "admin",
    input: z.object({}),
    output: z.object({ success: z.boolean().describe("True if the abort was requested.") }),
    changes: () => "builds",
    errors: ["build_not_running"],
    example: { input: {}, output: { success: true } },
  },

  listBuildRows: {
    method: "GET",
    path: "/svc/api/build/db/list",
    summary: "List build records",
    access: "admin",
    input: z.object({}),
    output: z.object({ builds: z.array(BuildRow).describe("The newest 200 records, newest first.") }),
    errors: [],
    example: { output: { builds: [exampleRow] } },
  },

  getBuildRow: {
    method: "GET",
    path: "/svc/api/build/db/{buildId}",
    summary: "Get a build record with its log and links",
    access: "admin",
    role: "viewer",
    holdsSecret: true,
    input: z.object({ buildId: RowId }),
    output: z.object({ build: BuildRow.extend(links).describe("The build record.") }),
    errors: ["build_not_found"],
    example: {
      input: { buildId: 7 },
      output: {
        build: { ...exampleRow, downloadUrl: "", downloadFolderUrl: "", fileBrowserId: "YmFja3Vwcw" },
      },
    },
  },

  deleteBuildRow: {
    method: "DELETE",
    path: "/svc/api/build/db/{buildId}",
    summary: "Delete a build and its record",
    access: "admin",
    input: z.object({ buildId: RowId }),
    output: z.object({
      ok: z.boolean().describe("Always true."),
      message: z.string().describe("The result as a sentence."),
    }),
    changes: ({ buildId }: { readonly buildId: number }) => `build:${buildId}`,
    errors: ["build_not_found", "build_running", ...hostErrors],
    example: { input: { buildId: 7 }, output: { ok: true, message: "Build deleted." } },
  },

  rerunBuild: {
    method: "POST",
    path: "/svc/api/build/db/{buildId}/rerun",
    summary: "Run a build again",
    access: "admin",
    input: z.object({
      buildId: RowId,
      deleteExistingBuild: z.boolean().default(false).describe("Replaces an existing build with the same ID."),
    }),
    output: z.object({
      ok: z.boolean().describe("True if it was accepted."),
      message: z.string().describe("The result as a sentence."),
      ottofmsId: Id.optional().describe("Record number of the new build."),
      processId: Id.optional().describe("ID of the process that builds it."),
    }),
    changes: (_input: unknown, output?: { readonly ottofmsId?: number }) => output && `build:${output.ottofmsId}`,
    errors: ["build_not_found", ...startBuildErrors],
    example: {
      input: { buildId: 7, deleteExistingBuild: true },
      output: { ok: true, message: "Build started again.", ottofmsId: 8, processId: 43 },
    },
  },

  getBuild: {
    ...bytes,
    method: "GET",
    path: "/svc/api/build/{buildId}",
    summary: "Download a build",
    access: "admin",
    input: z.object({ buildId: TextId, inboxOrOutbox }),
    errors: [
      "build_not_found",
      "build_running",
      "range_unsatisfiable",
      "host_file_changed",
      "download_not_ready",
      ...hostErrors,
    ],
    example: { input: { buildId: "release-12" } },
  },

  deleteBuild: {
    method: "DELETE",
    path: "/svc/api/build/{buildId}",
    summary: "Delete a build from the outbox or the inbox",
    description: "The build's record stays.",
    access: "admin",
    input: z.object({ buildId: TextId, inboxOrOutbox }),
    output: z.object({ removed: z.boolean().describe("True if the build existed.") }),
    changes: ({ buildId }: { readonly buildId: string }) => `build:${buildId}`,
    errors: ["build_running", ...hostErrors],
    example: { input: { buildId: "release-12" }, output: { removed: true } },
  },

  getBuildStatus: {
    method: "GET",
    path: "/svc/api/build/{buildId}/status",
    summary: "Get a build's progress and links",
    access: "admin",
    role: "viewer",
    holdsSecret: true,
    input: z.object({
      buildId: TextId,
      delay: z.coerce
        .number()
        .min(0)
        .max(25)
        .default(0)
        .describe("Maximum time to wait for the end, in seconds. Default: 0."),
    }),
    output: z.object({ ...manifestFields, ...links }),
    errors: ["build_not_found"],
    example: {
      input: { buildId: "release-12" },
      output: {
        ...exampleManifest,
        downloadUrl: `https://latchkey.example.com/svc/api/build/download?token=${exampleToken}`,
        downloadFolderUrl: `https://latchkey.example.com/svc/api/build/downloadFolder?token=${exampleToken}`,
        fileBrowserId: "YmFja3Vwcw",
      },
    },
  },

  publishBuild: {
    method: "POST",
    path: "/svc/api/build/{buildId}/publish",
    summary: "Publish a build",
    description:
      "Starts a process. The agent on the database host sends the build to the inbox of another Latchkey server, to a folder of the host's web server, to a file server or to an offsite location. The files appear at the destination when all of them have arrived. " +
      "A deployment on another server that waits for a build gets only the zip.",
    access: "admin",
    input: z.object({ buildId: TextId, destination: PublishDestination.describe("Destination of the build.") }),
    output: z.object({
      success: z.boolean().describe("True if it was accepted."),
      message: z.string().describe("The result as a sentence."),
      uploadId: z.string().describe("ID of the process that publishes it, as text."),
      processId: Id.describe("ID of the process that publishes it."),
    }),
    changes: ({ buildId }: { readonly buildId: string }) => `build:${buildId}`,
    errors: ["build_not_found", "build_running", "secret_masked", "offsite_location_not_found"],
    example: {
      input: {
        buildId: "release-12",
        destination: {
          type: "server",
          serverUrl: "https://fms.example.com",
          apiKey: "ak_exampleexampleexampleexampleexampleexampleexample",
        },
      },
      output: { success: true, message: "Publishing started.", uploadId: "44", processId: 44 },
    },
  },
});

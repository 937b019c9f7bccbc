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
import { BuildComparison, FileOpener } from "./compare/contract.ts";
import { FileConfig, FileConfigParts } from "./config/contract.ts";

/** Status of a build, in the terms of the API reference. The last four are final. */
export const BuildStatus = z
  .enum(["scheduled", "started", "zipping", "completed", "crashed", "aborted", "failed"])
  .describe("How far it is. `completed`, `crashed`, `aborted` and `failed` are final.");
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
  level: z.enum(["info", "success", "error"]).describe("What it reports: a step, a success or an error."),
  phase: z.enum(buildPhases).describe("The part of the work that it is about."),
  message: z.string().describe("What happened, for people."),
  timeElapsed: z.int().min(0).describe("How long after the start. Milliseconds."),
});
export type BuildLogEntry = z.infer<typeof BuildLogEntry>;

/** File to include in a build. */
const BuildFileInput = z.object({
  fileName: DatabaseName.describe("The hosted file's name."),
  clone: z.boolean().default(true).describe("Whether its structure goes in without its records."),
  user: ToolArgument.optional().describe("An account of the file with full access, which migrations need."),
  password: ToolArgument.optional().describe("Its password."),
  encryptionKey: ToolArgument.optional().describe("The password of an encrypted file."),
});

const BuildFile = z.object({
  fileName: z.string().describe("The file's name."),
  clone: z.boolean().describe("Whether it is there without its records."),
  user: z.string().optional().describe("The account that was named for it, where the manifest holds credentials."),
  password: z.string().optional().describe("Its password, where the manifest holds credentials: masked here."),
  encryptionKey: z.string().optional().describe("Its key, where the manifest holds credentials: masked here."),
  size: z.int().min(0).optional().describe("Bytes, once it is made."),
  sha256: z.string().optional().describe("SHA-256 of its bytes, in hexadecimal digits."),
  hasContainerData: z.boolean().optional().describe("Whether container data that it keeps outside of itself is there."),
  config: FileConfig.optional().describe("What a deployment puts onto the file that it makes of it."),
});

/** Options of a build. Deployments use the same fields to make builds on other servers. */
export const buildOptions = {
  textFiles: z
    .array(TextFile)
    .max(100)
    .default([])
    .describe("Files of text that a deployment puts into the Documents folder."),
  force: z.boolean().default(false).describe("Whether a build of the same id is replaced."),
  preBuildScript: PreBuildScript.optional().describe("A script to run before the first file is copied."),
  preDeploymentScript: PreDeploymentScript.optional().describe(
    "A script that a deployment of the build runs first, where it names none of its own. It goes along where the manifest holds credentials.",
  ),
  postDeploymentScript: PostDeploymentScript.optional().describe(
    "A script that a deployment of the build runs last, where it names none of its own. It goes along where the manifest holds credentials.",
  ),
  fileConfig: FileConfigParts,
  closeFiles: z
    .boolean()
    .default(false)
    .describe(
      "Whether files are closed while they are copied. Only `false` is possible: open files are copied as they are.",
    ),
  ensureFilesOpen: z
    .boolean()
    .default(false)
    .describe("Whether closed files are opened first. Only `false` is possible: closed files are copied as they are."),
  compressionLevel: z
    .int()
    .min(-1)
    .max(9)
    .default(0)
    .describe("How tightly files are packed: 0 not at all, 9 most, -1 as usual."),
  memoryLevel: z.int().min(1).max(9).default(1).describe("How much memory packing takes, from 1 to 9. More is faster."),
  zipFiles: z.boolean().default(true).describe("Whether the files go into one zip. Without, they lie in a folder."),
  includeContainerData: z
    .boolean()
    .default(false)
    .describe("Whether container data that files keep outside of themselves goes in."),
  notifications: z
    .array(Notification)
    .max(20)
    .nullish()
    .describe("Who is to learn of it. It is sent when the build starts, and when it is at its end."),
  includeCredentialsInManifest: z
    .boolean()
    .default(false)
    .describe(
      "Whether the manifest holds the accounts and keys of the files. Anyone who has the build reads them then.",
    ),
};

const buildRequest = {
  buildId: BuildName.nullish().describe("What the build is called. Default `build_id_missing`."),
  files: z.array(BuildFileInput).min(1).max(100).describe("The files."),
  ...buildOptions,
  publish: z
    .object({ destinations: z.array(PublishDestination).min(1).max(10).describe("The places.") })
    .optional()
    .describe("Where the build is brought when it is ready, each by a process of its own."),
  chainedAction: ChainedActions.optional(),
};

/** Fields of a build that are the same for every way to start it. */
export const BuildRequest = z.object(buildRequest);
export type BuildRequest = z.output<typeof BuildRequest>;

const BuildInput = z.object({ ...buildRequest, ...scheduling });
export type BuildInput = z.output<typeof BuildInput>;

const manifestFields = {
  status: BuildStatus,
  buildId: z.string().describe("What the build is called."),
  zipArchive: z.string().describe("The zip's name; empty where the files lie in a folder."),
  textFiles: z.array(TextFile).optional().describe("Files of text that travel with it."),
  files: z.array(BuildFile).optional().describe("The files."),
  zipSize: z.int().min(0).optional().describe("Bytes of the zip, once it is made."),
  sha256: z.string().optional().describe("SHA-256 of the zip, in hexadecimal digits."),
  completedFiles: z.int().min(0).optional().describe("How many files are ready."),
  message: z.string().optional().describe("Why it ended as it did, where there is more to say."),
  log: z.array(BuildLogEntry).optional().describe("What happened. Kept for 30 days after the end."),
  startedAt: Timestamp.optional().describe("When the work began."),
  chainedActionResults: z
    .array(ChainedActionResult)
    .optional()
    .describe("What came of what was called at its end, in that order."),
  ottofmsId: Id.optional().describe("The number of its record."),
  processId: Id.optional().describe("The process that makes it, to follow it by."),
  preDeploymentScript: PreDeploymentScript.optional().describe(
    "A script that a deployment runs first, its password masked.",
  ),
  postDeploymentScript: PostDeploymentScript.optional().describe(
    "A script that a deployment runs last, its password masked.",
  ),
};

/** Description of a build on the host. */
export const BuildManifest = z.object({
  ...manifestFields,
  lastUpdated: Timestamp.optional().describe("When it was written."),
});
export type BuildManifest = z.infer<typeof BuildManifest>;

const links = {
  downloadUrl: z
    .string()
    .describe(
      "Where the zip is fetched without a sign-in, for a day; empty where there is none, and for viewers. A secret.",
    ),
  downloadFolderUrl: z.string().describe("The same for all that the build consists of, as a zip. A secret."),
  fileBrowserId: z.string().describe("Where the file browser shows it."),
};

/** Stored build, in the terms of the API reference. */
const BuildRow = z.object({
  id: Id.describe("The number of its record."),
  build_id: z.string().describe("What the build is called."),
  created_at: Timestamp.describe("When it was asked for."),
  updated_at: Timestamp.describe("When it changed last."),
  started_at: Timestamp.nullable().describe("When the work began. Null: not yet."),
  status: BuildStatus,
  zip_archive: z.string().nullable().describe("The zip's name. Null: there is none."),
  zip_size: z.int().min(0).nullable().describe("Bytes of the zip. Null: not known yet."),
  completed_files: z.int().min(0).nullable().describe("How many files are ready."),
  message: z.string().nullable().describe("Why it ended as it did."),
  log: z.array(BuildLogEntry).nullish().describe("What happened. Lists leave it out."),
  files: z.array(BuildFile).nullish().describe("The files."),
  chained_action_results: z
    .array(ChainedActionResult)
    .nullish()
    .describe("What came of what was called at its end, in that order. Null: nothing is called, or not yet."),
  existsInOutbox: z.boolean().describe("Whether it lies in the outbox, as far as the database host was heard last."),
  hasErrors: z.boolean().describe("Whether it completed with errors in its log."),
  schedule_id: z
    .string()
    .nullable()
    .describe("What has started it: the number of a schedule, or the `id` that the start for later has answered."),
  process_id: Id.describe("The process that makes it."),
  publish_process_ids: z.array(Id).describe("The processes that bring it elsewhere."),
});

const inboxOrOutbox = BuildBox.default("outbox").describe("Made here, or brought here by another server.");
const TextId = BuildName.describe("What the build is called.");
const RowId = z.coerce.number().pipe(Id).describe("The number of the build's record.");
const Token = z
  .string()
  .regex(/^bl_[0-9a-f]{88}$/, "must be a token of a build's link")
  .describe("The token of a build's link. It opens this build and nothing else. A secret.");

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
const byToken = {
  ...bytes,
  access: "anyone",
  input: z.object({ token: Token }),
  errors: ["build_link_not_found", "build_running", "range_unsatisfiable", "host_file_changed", ...hostErrors],
} as const;

/** Upload by tus 1.0 to an existing upload. Creating uploads isn't part of it. */
const pushed = {
  access: "anyone",
  output: z.string(),
  answers: "bytes",
  takes: "bytes",
  headers: {
    "Tus-Resumable": "1.0.0",
    "Tus-Version": "1.0.0",
    "Tus-Extension": "expiration,checksum",
    "Tus-Checksum-Algorithm": "sha1,sha256,md5",
  },
  input: z.object({
    token: z.string().max(200).describe("The token of an address that a deployment has given out."),
  }),
} as const;
const pushErrors = ["build_push_not_found", "tus_version_unsupported", ...hostErrors] as const;

const exampleToken = `bl_${"0193".repeat(22)}`;
const examplePush = { input: { token: `bp_${"0193".repeat(26)}01` } };
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
  started: z.boolean().optional().describe("True: it was accepted, and is made as soon as it is its turn."),
  scheduled: z.boolean().optional().describe("True: it was accepted, and starts at its moment."),
  schedule: ScheduleInfo.optional().describe("When it starts, where that is later."),
  buildId: z.string().describe("What the build is called."),
  ottofmsId: Id.describe("The number of its record."),
  processId: Id.describe("The process that makes it, to follow it by."),
});

const comparedBuilds = {
  from: RowId.describe("The number of the record of the earlier build."),
  to: RowId.describe("The number of the record of the later build."),
};

/** Builds: files of this server, ready to download by other servers. */
export const builds = resource({
  startBuild: {
    method: "POST",
    path: "/svc/api/build",
    summary: "Make a build of hosted files",
    description:
      "A process. Open files are copied or cloned by FileMaker Server itself, and no client has to close them; closed ones are copied as they lie. " +
      "One build or deployment runs at a time, the others wait for their turn.",
    access: "admin",
    open: true,
    input: BuildInput,
    output: Started,
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
    summary: "List the builds that lie on the host",
    access: "admin",
    input: z.object({ inboxOrOutbox }),
    output: z.object({ manifests: z.array(BuildManifest).describe("What is known of each.") }),
    errors: hostErrors,
    example: { input: { inboxOrOutbox: "outbox" }, output: { manifests: [exampleManifest] } },
  },
  downloadBuild: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/download",
    summary: "Download a build's zip by its link",
    description: "No sign-in: the token is the proof. A part of it with the header `Range`.",
    example: { input: { token: exampleToken } },
  },
  describeBuild: {
    ...byToken,
    method: "HEAD",
    path: "/svc/api/build/download",
    summary: "Ask for the size of a build's zip by its link",
    example: { input: { token: exampleToken } },
  },
  downloadBuildByPath: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/download/{token}",
    summary: "Download a build's zip by the older form of links",
    example: { input: { token: exampleToken } },
  },
  downloadBuildFolder: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/downloadFolder",
    summary: "Download all that a build consists of, as a zip, by its link",
    example: { input: { token: exampleToken } },
  },
  downloadBuildFolderByPath: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/downloadFolder/{token}",
    summary: "Download all that a build consists of by the older form of links",
    example: { input: { token: exampleToken } },
  },
  describePush: {
    ...pushed,
    method: "HEAD",
    path: "/svc/api/build/push/{token}",
    summary: "Ask how much of a build's zip a deployment has that waits for it",
    description:
      "No sign-in: the token is the proof. A deployment whose source says `pushBuild` gives the address to the other server, which uploads to it by tus 1.0. " +
      "`Upload-Limit` says how many bytes one call may bring.",
    errors: pushErrors,
    example: examplePush,
  },
  bringPush: {
    ...pushed,
    method: "PATCH",
    path: "/svc/api/build/push/{token}",
    summary: "Bring bytes of a build's zip to a deployment that waits for it",
    description:
      "From `Upload-Offset` on, as `application/offset+octet-stream`, with `Upload-Checksum` all or nothing. The address takes this one zip, and nothing once the deployment has it.",
    errors: [
      ...pushErrors,
      "content_type_unsupported",
      "upload_offset_wrong",
      "upload_checksum_wrong",
      "host_disk_full",
    ],
    example: examplePush,
  },
  abortBuild: {
    method: "POST",
    path: "/svc/api/build/abort",
    summary: "Abort the running build",
    access: "admin",
    input: z.object({}),
    output: z.object({ success: z.boolean().describe("It was asked to abort.") }),
    changes: () => "builds",
    errors: ["build_not_running"],
    example: { input: {}, output: { success: true } },
  },
  listBuildRows: {
    method: "GET",
    path: "/svc/api/build/db/list",
    summary: "List the records of builds, the newest first",
    access: "admin",
    input: z.object({}),
    output: z.object({ builds: z.array(BuildRow).describe("The newest 200.") }),
    errors: [],
    example: { output: { builds: [exampleRow] } },
  },
  getBuildRow: {
    method: "GET",
    path: "/svc/api/build/db/{buildId}",
    summary: "Read the record of a build, with its log and links",
    access: "admin",
    role: "viewer",
    holdsSecret: true,
    input: z.object({ buildId: RowId }),
    output: z.object({ build: BuildRow.extend(links).describe("The record.") }),
    errors: ["build_not_found"],
    example: {
      input: { buildId: 7 },
      output: {
        build: { ...exampleRow, downloadUrl: "", downloadFolderUrl: "", fileBrowserId: "YmFja3Vwcw" },
      },
    },
  },
  compareBuilds: {
    method: "GET",
    path: "/svc/api/build/db/compare",
    summary: "Compare the files of two builds",
    description:
      "From the records of both, so that a build that is no longer in the outbox is compared too. FileMaker Server writes every copy anew: the bytes of two copies may differ where nobody has changed the file. " +
      "What differs inside of the files is in `structure` once it was compared.",
    access: "admin",
    input: z.object(comparedBuilds),
    output: z.object({ comparison: BuildComparison.describe("Both builds, file by file.") }),
    errors: ["build_not_found", "build_running", "build_not_completed"],
    example: {
      input: { from: 7, to: 8 },
      output: {
        comparison: {
          from: { id: 7, buildId: "release-12", createdAt: "2026-11-20T09:15:02.114Z" },
          to: { id: 8, buildId: "release-13", createdAt: "2026-11-21T09:15:02.201Z" },
          files: [
            {
              fileName: "Contacts.fmp12",
              change: "changed",
              differences: ["size", "sha256"],
              from: { clone: true, size: 4_194_304, sha256: "01".repeat(32), hasContainerData: false },
              to: { clone: true, size: 4_198_400, sha256: "93".repeat(32), hasContainerData: false },
            },
          ],
          structure: {
            state: "compared",
            processId: 44,
            reason: null,
            comparedAt: "2026-11-21T09:20:41.007Z",
            files: [
              {
                fileName: "Contacts.fmp12",
                state: "compared",
                reason: null,
                kinds: [
                  {
                    kind: "field",
                    added: 1,
                    removed: 0,
                    changed: 1,
                    changes: [
                      { change: "added", name: "Contacts::email" },
                      { change: "changed", name: "Contacts::phone", was: "Contacts::telephone" },
                    ],
                  },
                ],
              },
            ],
          },
        },
      },
    },
  },
  compareStructures: {
    method: "POST",
    path: "/svc/api/build/db/compare",
    summary: "Compare the structure of the files of two builds",
    description:
      "A process. FMDeveloperTool writes the structure of each file that both builds have with other bytes as XML, from copies of builds in the outbox; what it finds stays with the pair, also when the builds have gone, and `GET` on the same address shows it. " +
      "A pair that was compared is not compared again, unless a file could not be read or `files` names one. " +
      "Accounts are not compared: a deployment keeps those of the data.",
    access: "admin",
    input: z.object({
      ...comparedBuilds,
      files: z
        .array(FileOpener)
        .max(100)
        .default([])
        .describe("Who opens files, where that is another account or key than the one that the build was made with."),
    }),
    output: z.object({
      started: z.boolean().describe("False: it is being compared already, or was before."),
      processId: Id.describe("The process that compares them, or has."),
    }),
    changes: ({ to }: { readonly to: number }) => `build:${to}`,
    errors: [
      "build_not_found",
      "build_running",
      "build_not_completed",
      "build_not_in_outbox",
      "builds_alike",
      "input_invalid",
    ],
    example: { input: { from: 7, to: 8 }, output: { started: true, processId: 44 } },
  },
  deleteBuildRow: {
    method: "DELETE",
    path: "/svc/api/build/db/{buildId}",
    summary: "Delete the record of a build, and the build with it",
    access: "admin",
    input: z.object({ buildId: RowId }),
    output: z.object({
      ok: z.boolean().describe("It is gone."),
      message: z.string().describe("What was done, for people."),
    }),
    changes: ({ buildId }: { readonly buildId: number }) => `build:${buildId}`,
    errors: ["build_not_found", "build_running", ...hostErrors],
    example: { input: { buildId: 7 }, output: { ok: true, message: "The build was deleted." } },
  },
  rerunBuild: {
    method: "POST",
    path: "/svc/api/build/db/{buildId}/rerun",
    summary: "Make a build again",
    access: "admin",
    input: z.object({
      buildId: RowId,
      deleteExistingBuild: z.boolean().default(false).describe("Whether a build of the same id is replaced."),
    }),
    output: z.object({
      ok: z.boolean().describe("It was accepted."),
      message: z.string().describe("What was done, for people."),
      ottofmsId: Id.optional().describe("The number of the new record."),
      processId: Id.optional().describe("The process that makes it."),
    }),
    changes: (_input: unknown, output?: { readonly ottofmsId?: number }) => output && `build:${output.ottofmsId}`,
    errors: ["build_not_found", ...startBuildErrors],
    example: {
      input: { buildId: 7, deleteExistingBuild: true },
      output: { ok: true, message: "The build is being made again.", ottofmsId: 8, processId: 43 },
    },
  },
  getBuild: {
    ...bytes,
    method: "GET",
    path: "/svc/api/build/{buildId}",
    summary: "Download a build",
    access: "admin",
    input: z.object({ buildId: TextId, inboxOrOutbox }),
    errors: ["build_not_found", "build_running", "range_unsatisfiable", "host_file_changed", ...hostErrors],
    example: { input: { buildId: "release-12" } },
  },
  deleteBuild: {
    method: "DELETE",
    path: "/svc/api/build/{buildId}",
    summary: "Delete a build from the outbox or the inbox",
    description: "Its record stays.",
    access: "admin",
    input: z.object({ buildId: TextId, inboxOrOutbox }),
    output: z.object({ removed: z.boolean().describe("Whether it was there.") }),
    changes: ({ buildId }: { readonly buildId: string }) => `build:${buildId}`,
    errors: ["build_running", ...hostErrors],
    example: { input: { buildId: "release-12" }, output: { removed: true } },
  },
  getBuildStatus: {
    method: "GET",
    path: "/svc/api/build/{buildId}/status",
    summary: "Read how far a build is, with its links",
    access: "admin",
    role: "viewer",
    holdsSecret: true,
    input: z.object({
      buildId: TextId,
      delay: z.coerce.number().min(0).max(25).default(0).describe("Seconds to wait for its end, 25 at most."),
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
    summary: "Bring a build to another server",
    description:
      "A process. The agent on the database host brings the files, and they are there when all of them are, and not before: in the inbox of another Latchkey, in the folder of the host's web server, or on a server for files. " +
      "A deployment elsewhere that waits for a build gets the zip alone.",
    access: "admin",
    input: z.object({ buildId: TextId, destination: PublishDestination.describe("Where it goes.") }),
    output: z.object({
      success: z.boolean().describe("It was accepted."),
      message: z.string().describe("What was done, for people."),
      uploadId: z.string().describe("The process that brings it, as text."),
      processId: Id.describe("The process that brings it, to follow it by."),
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
      output: { success: true, message: "The build is being published.", uploadId: "44", processId: 44 },
    },
  },
});

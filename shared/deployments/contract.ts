import * as z from "zod";
import { BuildName, TextFile } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { NewDatabaseName, ServerFolder, Subfolder, ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { buildOptions } from "#shared/builds/contract.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import {
  Notification,
  PostDeploymentScript,
  PreDeploymentScript,
  scheduling,
  ServerAuth,
} from "#shared/contract/values/release-shapes.ts";

/** Where a deployment stands, in the words of the reference. */
export const DeploymentStatus = z
  .enum(["queued", "running", "scheduled", "complete", "aborted", "unknown"])
  .describe("Where it stands. `complete` and `aborted` are final.");
export type DeploymentStatus = z.infer<typeof DeploymentStatus>;

/** What a deployment has come to. */
export const DeploymentResult = z
  .enum(["successful", "failed", "crashed", "aborted", "unknown"])
  .nullable()
  .describe("What it has come to. Null: it is not at its end.");
export type DeploymentResult = z.infer<typeof DeploymentResult>;

const phases = [
  "scheduled",
  "queued",
  "starting",
  "pre-deployment script",
  "building",
  "closing",
  "connecting to source",
  "fetching",
  "parsing options",
  "migrating",
  "installing",
  "opening",
  "post-deployment script",
  "post-deployment steps",
  "reverting",
  "done",
  "aborted",
  "unknown phase",
] as const;

/** A line of a deployment's log. */
export const DeploymentLogEntry = z.object({
  level: z.enum(["info", "success", "error"]).describe("What it reports: a step, a success or an error."),
  phase: z.enum(phases).describe("The part of the work that it is about."),
  message: z.string().describe("What happened, for people."),
  timeElapsed: z.int().min(0).nullish().describe("How long after the start. Milliseconds."),
});
export type DeploymentLogEntry = z.infer<typeof DeploymentLogEntry>;

const serverUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe("Where the other service is, such as `https://dev.example.com`.");
const pushBuild = z
  .boolean()
  .default(true)
  .describe("Taken for clients that send it. This server fetches the build in any case, and goes on where a transfer broke off.");

const FromBuild = {
  buildId: BuildName.describe("The build's id."),
  serverUrl,
  auth: ServerAuth.describe("What the other service takes."),
  pushBuild,
};
const FromJustInTime = {
  serverUrl,
  auth: ServerAuth.describe("What the other service takes."),
  buildOptions: z.object(buildOptions).partial().optional().describe("How the build is made."),
  pushBuild,
};

/** Where the files come from. */
export const DeploymentSource = z.discriminatedUnion("type", [
  z.object({ type: z.literal("service").describe("A build of another server."), ...FromBuild }),
  z.object({ type: z.literal("otto4").describe("The same, by its older name."), ...FromBuild }),
  z.object({ type: z.literal("servicejit").describe("A build that the other server makes for it."), ...FromJustInTime }),
  z.object({ type: z.literal("otto4jit").describe("The same, by its older name."), ...FromJustInTime }),
  z.object({
    type: z.literal("local").describe("Files of this host."),
    fileNames: z.array(DatabaseName).min(1).max(100).describe("Their names."),
    folderPath: z.string().min(2).max(4_000).optional().describe("The folder that they lie in. Left out: they are hosted."),
    copy: z.boolean().default(false).describe("Taken for clients that send it: the files are always copied."),
  }),
  z.object({
    type: z.literal("build_inbox").describe("A build in this server's inbox."),
    buildId: BuildName.describe("The build's id."),
  }),
  z.object({
    type: z.literal("backup").describe("What a deployment has kept of the files that it replaced."),
    deploymentId: Id.describe("The deployment's number."),
    batchId: z.int().min(0).optional().describe("The number of its batch."),
  }),
]);
export type DeploymentSource = z.output<typeof DeploymentSource>;

const encryptionKey = ToolArgument.optional().describe("The password of the file, where it is encrypted.");
const FileWithKey = z.object({ fileName: DatabaseName.describe("The file's name."), encryptionKey });
const FileWithCredentials = FileWithKey.extend({
  user: ToolArgument.describe("An account with full access, or with `fmmigration`."),
  password: ToolArgument.describe("Its password."),
});

const MigrationOptions = z.object({
  "-target_locale": ToolArgument.optional().describe("The locale of the new file."),
  "-force": z.boolean().default(true).describe("Taken for clients that send it: the new file never overwrites one that is hosted."),
  "-ignore_valuelists": z.boolean().optional().describe("Custom value lists come from the clone."),
  "-ignore_accounts": z.boolean().optional().describe("Accounts and encryption come from the clone."),
  "-ignore_fonts": z.boolean().optional().describe("Fonts are not mapped."),
  "-reevaluate": z.boolean().optional().describe("Stored calculations are calculated again."),
  "-rebuildindexes": z.boolean().optional().describe("Indexes are made again."),
  "-v": z.boolean().optional().describe("Taken for clients that send it: the tool's whole report is kept."),
});

/** What becomes of one file. */
export const FileOperation = z.discriminatedUnion("operation", [
  z.object({
    operation: z.literal("migrate").describe("The data of the hosted file goes into the clone."),
    clone: FileWithCredentials.describe("The clone in the source."),
    dataSource: FileWithCredentials.describe("The hosted file that has the data."),
    target: FileWithKey.describe("The hosted file that is replaced."),
    dataMigrationOptions: MigrationOptions.optional().describe("Options of FMDataMigration."),
  }),
  z.object({
    operation: z.literal("install").describe("The file is put on the server."),
    overwrite: z.boolean().default(false).describe("Whether a hosted file of the same name is replaced."),
    source: FileWithKey.describe("The file in the source."),
    target: FileWithKey.extend({ fileName: NewDatabaseName.describe("What it is called here.") }).describe("The file here."),
    location: z
      .object({
        folder: ServerFolder.default("default").describe("The hosting folder."),
        subFolder: Subfolder.optional().describe("A folder in it."),
      })
      .prefault({})
      .describe("Where it goes."),
  }),
  z.object({
    operation: z.literal("replace").describe("The file takes a hosted one's place, with its data."),
    source: FileWithKey.describe("The file in the source."),
    target: FileWithKey.describe("The hosted file that is replaced."),
  }),
  z.object({
    operation: z.literal("close").describe("The hosted file is closed, and stays so."),
    target: FileWithKey.describe("The hosted file."),
  }),
]);
export type FileOperation = z.output<typeof FileOperation>;

const Options = z.object({
  closeFilesMessage: z.string().max(200).optional().describe("What people in the files see when they close."),
  notifications: z.array(Notification).max(20).nullish().describe("Who is to learn of it. They are kept; nothing is sent yet."),
  closeFilesAfterBuild: z.boolean().default(false).describe("Taken for clients that send it: files are always closed after fetching."),
  keepFilesClosedAfterComplete: z.boolean().default(false).describe("Whether the files stay closed at the end."),
  transferContainerData: z.literal(false).default(false).describe("Whether external container data is replaced too. Not available yet."),
});

export const SubDeployment = z.object({
  source: DeploymentSource.describe("Where the files come from."),
  name: z.string().max(200).nullish().describe("What it is called."),
  preDeploymentScript: PreDeploymentScript.optional().describe("A script to run first. Not available yet: 409."),
  postDeploymentScript: PostDeploymentScript.optional().describe("A script to run last. Not available yet: 409."),
  textFiles: z.array(TextFile).max(100).default([]).describe("Files of text for the Documents folder."),
  fileOperations: z.array(FileOperation).min(1).max(100).describe("What becomes of each file."),
  concurrency: z.int().min(1).max(10).default(1).describe("How many files are migrated at a time. Each may take 2.5 GB of memory."),
  options: Options.prefault({}).describe("How it goes."),
});
export type SubDeployment = z.output<typeof SubDeployment>;

const StartResult = z.object({
  started: z.boolean().optional().describe("True: it was accepted, and runs as soon as it is its turn."),
  scheduled: z.boolean().optional().describe("True: it was accepted, and starts at its moment."),
  batchId: Id.describe("The number of the deployment as a whole."),
  subDeploymentIds: z.array(Id).describe("The numbers of its parts, in their order."),
  processIds: z.array(Id).describe("The processes of its parts, to follow them by."),
});

const row = {
  id: Id.describe("Its number."),
  log: z.array(DeploymentLogEntry).describe("What happened. Kept for 30 days after the end; lists leave it empty."),
  status: DeploymentStatus,
  batch_id: Id.describe("The number of the deployment that it is a part of."),
  final_result: DeploymentResult,
  name: z.string().nullable().describe("What it is called."),
  file_count: z.int().min(0).describe("How many files it is about."),
  deployment_payload: z.unknown().describe("What was asked for, its secrets masked."),
  running: z.int().min(0).max(1).describe("1: it runs."),
  created_at: Timestamp.nullable().describe("When it was asked for."),
  started_at: Timestamp.nullable().describe("When it began. Null: not yet."),
  updated_at: Timestamp.describe("When it changed last."),
  message: z.string().nullable().describe("Why it ended as it did, where there is more to say."),
  process_id: Id.describe("The process that it is, to follow it by."),
};
const Row = z.object(row);

const started = { started: true, batchId: 3, subDeploymentIds: [5], processIds: [44] };
const exampleRow = {
  id: 5,
  log: [],
  status: "complete",
  batch_id: 3,
  final_result: "successful",
  name: "Release 12",
  file_count: 1,
  deployment_payload: { source: { type: "build_inbox", buildId: "release-12" } },
  running: 0,
  created_at: "2026-11-20T09:15:02.114Z",
  started_at: "2026-11-20T09:15:02.163Z",
  updated_at: "2026-11-20T09:16:40.201Z",
  message: null,
  process_id: 44,
} as const;
const changes = (_input: unknown, output?: { readonly batchId: number }) => output && `deployment:${output.batchId}`;
const PathId = z.coerce.number().pipe(Id).describe("The deployment's number.");

/** Deployments: files of another server put in the place of this server's, and back. */
export const deployments = resource({
  startDeployment: {
    method: "POST",
    path: "/svc/api/deployment",
    summary: "Deploy files",
    description:
      "A process for each part. Files are fetched while the hosted ones are open; then those are closed, replaced all together, and opened. " +
      "What fails is put back. One build or deployment runs at a time, the others wait for their turn.",
    access: "admin",
    input: z.object({
      label: z.string().max(200).default("").describe("What it is called."),
      deployments: z.array(SubDeployment).min(1).max(50).describe("Its parts, one after the other. Each is done as a whole, or not at all."),
      abortRemaining: z.boolean().default(false).describe("Whether the parts behind one that fails are left out."),
      chainedAction: z.unknown().optional().describe("What is called at the end. Not available yet: 409."),
      ...scheduling,
    }),
    output: StartResult,
    changes,
    errors: ["not_configured", "account_needed"],
    example: {
      input: {
        label: "Release 12",
        deployments: [
          {
            source: { type: "build_inbox", buildId: "release-12" },
            fileOperations: [
              { operation: "replace", source: { fileName: "Contacts.fmp12" }, target: { fileName: "Contacts.fmp12" } },
            ],
          },
        ],
      },
      output: started,
    },
  },
  listDeployments: {
    method: "GET",
    path: "/svc/api/deployment",
    summary: "List the parts of deployments, the newest first",
    access: "admin",
    input: z.object({}),
    output: z.object({ deployments: z.array(Row).describe("The newest 200.") }),
    errors: [],
    example: { output: { deployments: [exampleRow] } },
  },
  getDeployment: {
    method: "GET",
    path: "/svc/api/deployment/{id}",
    summary: "Read how far a part of a deployment is, with its log",
    access: "admin",
    input: z.object({ id: PathId }),
    output: Row,
    errors: ["deployment_not_found"],
    example: { input: { id: 5 }, output: exampleRow },
  },
  abortDeployment: {
    method: "POST",
    path: "/svc/api/deployment/abort",
    summary: "Abort the running deployment",
    description: "What it has done is undone. Once its files are in their places and open again, it stays done.",
    access: "admin",
    input: z.looseObject({}),
    output: z.object({ success: z.boolean().describe("It was asked to abort.") }),
    changes: () => "deployments",
    errors: ["deployment_not_running"],
    example: { input: {}, output: { success: true } },
  },
  listDeploymentBackups: {
    method: "GET",
    path: "/svc/api/deployment/backups",
    summary: "List the deployments that can be undone",
    access: "admin",
    input: z.object({}),
    output: z.object({
      deployments: z.array(Id).describe("Numbers of deployments."),
      subDeployments: z.array(Id).describe("Numbers of their parts."),
    }),
    errors: [],
    example: { output: { deployments: [3], subDeployments: [5] } },
  },
  undoDeployment: {
    method: "POST",
    path: "/svc/api/deployment/undo",
    summary: "Put back the files that a part of a deployment has replaced",
    description: "A deployment of its own, which can be undone too. Records that were made since are in the files that it replaces.",
    access: "admin",
    input: z.object({ id: Id.describe("The number of the part.") }),
    output: StartResult,
    changes,
    errors: ["deployment_not_found", "deployment_running", "deployment_backup_missing", "account_needed"],
    example: { input: { id: 5 }, output: started },
  },
  undoWholeDeployment: {
    method: "POST",
    path: "/svc/api/deployment/undoFull",
    summary: "Put back the files that a deployment has replaced, its last part first",
    access: "admin",
    input: z.object({ id: Id.describe("The number of the deployment.") }),
    output: StartResult,
    changes,
    errors: ["deployment_not_found", "deployment_running", "deployment_backup_missing", "account_needed"],
    example: { input: { id: 3 }, output: started },
  },
});

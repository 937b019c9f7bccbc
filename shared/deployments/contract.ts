import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { ChainedActionResult, ScheduleInfo, scheduling } from "#shared/contract/values/release-shapes.ts";
import { PlannedPart, Verdict } from "./plan/contract.ts";
import { deploymentRequest, SecretsOf } from "./request/contract.ts";

/** Status of a deployment, in the terms of the API reference. */
export const DeploymentStatus = z
  .enum(["queued", "running", "scheduled", "complete", "aborted", "unknown"])
  .describe("Status. `complete` and `aborted` are final.");
export type DeploymentStatus = z.infer<typeof DeploymentStatus>;

/** Result of a deployment. */
export const DeploymentResult = z
  .enum(["successful", "failed", "crashed", "aborted", "unknown"])
  .nullable()
  .describe("Result; null until the deployment ends.");
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

export const DeploymentLogEntry = z.object({
  level: z.enum(["info", "success", "error"]).describe("`info` for a step, `success` or `error`."),
  phase: z.enum(phases).describe("Phase of the deployment."),
  message: z.string().describe("Message of the log line."),
  timeElapsed: z.int().min(0).nullish().describe("Time since the start, in milliseconds."),
});
export type DeploymentLogEntry = z.infer<typeof DeploymentLogEntry>;

export const StartResult = z.object({
  started: z.boolean().optional().describe("True if it was accepted and is queued."),
  scheduled: z.boolean().optional().describe("True if it was accepted and starts at the scheduled time."),
  schedule: ScheduleInfo.optional().describe("Schedule, if it starts later."),
  batchId: Id.describe("ID of the whole deployment."),
  subDeploymentIds: z.array(Id).describe("IDs of its parts, in order."),
  processIds: z.array(Id).describe("IDs of the processes of its parts."),
});

/** Result of the migration of a file. */
const ShownMigration = z.object({
  file: z.string().describe("File that contains the data."),
  bytes: z.int().min(0).describe("Size of the file in bytes."),
  durationMs: z.int().min(0).describe("Duration in milliseconds."),
  tablesNotMigrated: z
    .int()
    .min(0)
    .nullable()
    .describe("Number of tables that don't exist in the new file. Null if the tool doesn't report it."),
  fieldsNotMigrated: z
    .int()
    .min(0)
    .nullable()
    .describe("Number of fields that don't exist in the new file. Null if the tool doesn't report it."),
  notMigrated: z.array(z.string()).describe("The tool's messages about individual tables and fields."),
  note: z.string().nullable().describe("Reason why `notMigrated` is empty, if details aren't available."),
});

const part = {
  id: Id.describe("ID of the part."),
  name: z.string().nullable().describe("Name of the part."),
  file_count: z.int().min(0).describe("Number of files."),
  final_result: DeploymentResult,
  running: z.int().min(0).max(1).describe("1 if it is running, otherwise 0."),
  status: DeploymentStatus,
  log: z.array(DeploymentLogEntry).describe("Log lines. Kept for 30 days after the end; empty in lists."),
  deployment_payload: z.unknown().describe("The request, with masked secrets."),
  created_at: Timestamp.nullable().describe("Time when it was requested."),
  started_at: Timestamp.nullable().describe("Start time; null if it hasn't started."),
  updated_at: Timestamp.describe("Time of the last change."),
  message: z.string().nullable().describe("Reason for the result, if there is more to say."),
  process_id: Id.describe("ID of its process."),
  hasErrors: z.boolean().describe("True if it was successful, but has errors in its log."),
  closed_ms: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "Total time for which files were closed, in milliseconds. Null if unknown, or if they stay closed for a later part.",
    ),
  undone_by: Id.nullable().describe(
    "ID of its latest undo, a part of another deployment whose result says if the undo succeeded. Null if none was started.",
  ),
  rehearsal: z.boolean().describe("True for a rehearsal: no file was closed or replaced."),
  migrations: z
    .array(ShownMigration)
    .describe("Completed migrations. Migrations before a restart of the agent are missing."),
};
const Part = z.object(part);
const Row = z.object({
  ...part,
  batch_id: Id.describe("ID of the whole deployment."),
});
const batch = {
  id: Id.describe("ID of the whole deployment."),
  label: z.string().nullable().describe("Name of the deployment."),
};
const RowWithBatch = Row.extend({ batches: z.object(batch).describe("The whole deployment.") });
const scheduleId = z.string().nullable().describe("ID of the schedule, or of the deferred start, that started it.");

const recipeId = Id.nullable().describe("ID of the recipe that it ran; null if there is none.");

/** Row of a deployment in lists: with one part, or with several. */
const Batch = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("sub-deployment").describe("A deployment with a single part, shown here."),
    batchId: Id.describe("ID of the whole deployment."),
    schedule_id: scheduleId,
    recipe_id: recipeId,
    ...part,
  }),
  z.object({
    type: z.literal("batch").describe("A deployment with several parts."),
    batchId: Id.describe("ID of the whole deployment."),
    schedule_id: scheduleId,
    recipe_id: recipeId,
    ...batch,
    status: DeploymentStatus,
    deployments: z.array(Part).describe("Its parts, in order."),
  }),
]);

const started = { started: true, batchId: 3, subDeploymentIds: [5], processIds: [44] };
const examplePart = {
  id: 5,
  name: "Release 12",
  file_count: 1,
  final_result: "successful",
  running: 0,
  status: "complete",
  log: [],
  deployment_payload: {
    source: { type: "build_inbox", buildId: "release-12" },
    fileOperations: [
      { operation: "replace", source: { fileName: "Orders.fmp12" }, target: { fileName: "Orders.fmp12" } },
    ],
  },
  created_at: "2026-11-20T09:15:02.114Z",
  started_at: "2026-11-20T09:15:02.163Z",
  updated_at: "2026-11-20T09:16:40.201Z",
  message: null,
  process_id: 44,
  hasErrors: false,
  closed_ms: 1_420,
  undone_by: null,
  rehearsal: false,
  migrations: [],
} as const;
const exampleRow = {
  ...examplePart,
  batch_id: 3,
} as const;
const examplePlan = {
  name: null,
  verdict: "ask",
  findings: [
    {
      level: "warning",
      code: "people",
      fileName: "Contacts.fmp12",
      text: "1 person has it open and will be disconnected",
    },
  ],
  files: [
    {
      fileName: "Contacts.fmp12",
      operation: "replace",
      exists: true,
      isOpen: true,
      isEncrypted: false,
      sizeBytes: 73_400_320,
      sourceBytes: 72_351_744,
      containerBytes: 0,
      people: [{ userName: "Ann", computerName: "ann-mac", account: "ann" }],
      cloneAccount: null,
      dataAccount: null,
      usedBy: [{ kind: "data-key", id: 7, label: "Website" }],
    },
  ],
  disks: [{ folder: "Databases", neededBytes: 72_351_744, freeBytes: 75_161_927_680 }],
  memory: { neededBytes: 0, freeBytes: 6_442_450_944, freeSwapBytes: 2_147_483_648 },
  toolVersion: null,
  expected: { closedMs: 1_420, basis: "deployment", deploymentId: 4 },
} as const;
const changes = (_input: unknown, output?: { readonly batchId: number }) => output && `deployment:${output.batchId}`;
const PathId = z.coerce.number().pipe(Id).describe("ID of the part.");
const BatchId = z.coerce.number().pipe(Id).describe("ID of the whole deployment.");
const Name = z.string().trim().min(1).max(200).describe("Name of the deployment.");
const ofPart = ({ id }: { readonly id: number }) => `sub-deployment:${id}`;
const ofBatch = ({ batchId }: { readonly batchId: number }) => `deployment:${batchId}`;
const done = z.object({ success: z.boolean().describe("Always true.") });
const startErrors = ["not_configured", "account_needed", "deployment_too_long"] as const;
const undoErrors = ["deployment_not_found", "deployment_running", "deployment_backup_missing", ...startErrors] as const;
const maskErrors = ["secret_masked", "recipe_not_found", "deployment_not_found"] as const;
const hostErrors = ["agent_unavailable", "agent_timeout", "agent_refused"] as const;
const transferContainerData = z.boolean().default(false).describe("True to restore replaced container data too.");

const exampleRequest = {
  label: "Release 12",
  deployments: [
    {
      source: { type: "build_inbox", buildId: "release-12" },
      fileOperations: [
        { operation: "replace", source: { fileName: "Contacts.fmp12" }, target: { fileName: "Contacts.fmp12" } },
      ],
    },
  ],
};

/** Deployments: replace files on this server with files from another server, and undo that. */
export const deployments = resource({
  startDeployment: {
    method: "POST",
    path: "/svc/api/deployment",
    summary: "Deploy files",
    description:
      "Starts a process for each part. Files are fetched while the hosted files stay open. Then the hosted files are closed, replaced together, and reopened. " +
      "If a part fails, its files are rolled back. Only one build or deployment runs at a time; others wait in a queue.",
    access: "admin",
    input: z.object({ ...deploymentRequest, ...scheduling, secretsOf: SecretsOf.optional() }),
    output: StartResult,
    changes,
    errors: [...startErrors, ...maskErrors],
    example: {
      input: exampleRequest,
      output: started,
    },
  },
  planDeployment: {
    method: "POST",
    path: "/svc/api/deployment/plan",
    summary: "Check a deployment",
    description:
      "Accepts the same input as starting a deployment. Checks everything it needs on this host, in FileMaker Server and at its source. " +
      "Nothing is fetched, closed or written. Accounts are only tested in files that are open; a rehearsal tests all of them.",
    access: "admin",
    input: z.object({ ...deploymentRequest, ...scheduling, secretsOf: SecretsOf.optional() }),
    output: z.object({
      verdict: Verdict,
      floorBytes: z.int().min(0).describe("Minimum free space on each disk in bytes, from `DISK_FLOOR_MB`."),
      parts: z.array(PlannedPart).describe("Its parts, in order."),
    }),
    changes: false,
    errors: ["input_invalid", "account_needed", "deployment_too_long", ...maskErrors, ...hostErrors],
    example: {
      input: exampleRequest,
      output: { verdict: "ask", floorBytes: 1_000_000_000, parts: [examplePlan] },
    },
  },
  listDeployments: {
    method: "GET",
    path: "/svc/api/deployment",
    summary: "List deployment parts",
    access: "admin",
    input: z.object({}),
    output: z.object({ deployments: z.array(RowWithBatch).describe("The newest 200 parts, newest first.") }),
    errors: [],
    example: { output: { deployments: [{ ...exampleRow, batches: { id: 3, label: "Release 12" } }] } },
  },
  listBatches: {
    method: "GET",
    path: "/svc/api/deployment/batches",
    summary: "List deployments",
    access: "admin",
    input: z.object({
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(100_000)
        .default(0)
        .describe("Number of deployments to skip, newest first. Default: 0."),
      limit: z.coerce.number().int().min(1).max(200).default(50).describe("Page size. Default: 50."),
    }),
    output: z.object({ batches: z.array(Batch).describe("Deployments.") }),
    errors: [],
    example: {
      input: { limit: 1 },
      output: { batches: [{ type: "sub-deployment", batchId: 3, schedule_id: null, recipe_id: null, ...examplePart }] },
    },
  },
  deleteBatch: {
    method: "DELETE",
    path: "/svc/api/deployment/batches/{batchId}",
    summary: "Delete a deployment and its kept files",
    description: "Aborts parts that are scheduled for later. Hosted files don't change.",
    access: "admin",
    input: z.object({ batchId: BatchId }),
    output: done,
    changes: ofBatch,
    errors: ["deployment_not_found", "deployment_running", ...hostErrors],
    example: { input: { batchId: 3 }, output: { success: true } },
  },
  renameBatch: {
    method: "PUT",
    path: "/svc/api/deployment/batches/{batchId}/rename",
    summary: "Rename a deployment",
    access: "admin",
    input: z.object({
      batchId: BatchId,
      id: Id.optional().describe("ID of the deployment again, for compatibility."),
      name: Name,
    }),
    output: done,
    changes: ofBatch,
    errors: ["deployment_not_found"],
    example: { input: { batchId: 3, id: 3, name: "Release 12" }, output: { success: true } },
  },
  listBatchParts: {
    method: "GET",
    path: "/svc/api/deployment/batches/{batchId}/deployments",
    summary: "List the parts of a deployment with their logs",
    access: "admin",
    input: z.object({ batchId: BatchId }),
    output: z.object({ deployments: z.array(Part).describe("Its parts, in order.") }),
    errors: ["deployment_not_found"],
    example: { input: { batchId: 3 }, output: { deployments: [examplePart] } },
  },
  countQueuedDeployments: {
    method: "GET",
    path: "/svc/api/deployment/queued/count",
    summary: "Count queued parts",
    access: "admin",
    input: z.object({}),
    output: z.object({ count: z.int().min(0).describe("Number of queued parts.") }),
    errors: [],
    example: { output: { count: 0 } },
  },
  getDeployment: {
    method: "GET",
    path: "/svc/api/deployment/{id}",
    summary: "Get the progress and log of a deployment part",
    access: "admin",
    input: z.object({ id: PathId }),
    output: Row.extend({
      batches: z
        .object({
          ...batch,
          schedule_id: scheduleId,
          recipe_id: recipeId,
          abort_remaining: z.boolean().describe("True if later parts are skipped after a part that isn't successful."),
          chained_actions: z.array(z.unknown()).describe("Actions to call at the end, with masked secrets."),
          deployments: z.array(Row).describe("All parts, in order."),
          chained_action_results: z.array(ChainedActionResult).describe("Results of the actions called at the end."),
        })
        .describe("The whole deployment."),
    }),
    errors: ["deployment_not_found"],
    example: {
      input: { id: 5 },
      output: {
        ...exampleRow,
        batches: {
          ...{ id: 3, label: "Release 12", schedule_id: null, recipe_id: null, deployments: [exampleRow] },
          ...{ abort_remaining: false, chained_actions: [], chained_action_results: [] },
        },
      },
    },
  },
  downloadDeploymentDebug: {
    method: "GET",
    path: "/svc/api/deployment/{id}/debug",
    summary: "Download support data of a deployment part",
    description:
      "A zip with the part's record and request, its process with log and tool output, the manifest of its build if that is in the inbox, " +
      "and the versions of service, agent and FileMaker Server. Secrets are masked. `about.json` lists missing data.",
    access: "admin",
    input: z.object({ id: PathId }),
    output: z.string(),
    answers: "bytes",
    contentType: "application/zip",
    errors: ["deployment_not_found"],
    example: { input: { id: 5 } },
  },
  deleteDeployment: {
    method: "DELETE",
    path: "/svc/api/deployment/{id}",
    summary: "Delete a deployment part and its kept files",
    description: "Aborts a part that is scheduled for later. Hosted files don't change.",
    access: "admin",
    input: z.object({ id: PathId }),
    output: done,
    changes: ofPart,
    errors: ["deployment_not_found", "deployment_running", ...hostErrors],
    example: { input: { id: 5 }, output: { success: true } },
  },
  resumeDeployment: {
    method: "POST",
    path: "/svc/api/deployment/{id}/resume",
    summary: "Resume a crashed deployment part",
    access: "admin",
    input: z.object({ id: PathId }),
    output: done.extend({ processId: Id.describe("ID of its new process.") }),
    changes: ofPart,
    errors: ["deployment_not_found", "deployment_not_crashed", ...startErrors],
    example: { input: { id: 5 }, output: { success: true, processId: 45 } },
  },
  renameDeployment: {
    method: "PUT",
    path: "/svc/api/deployment/{id}/rename",
    summary: "Rename a deployment part",
    access: "admin",
    input: z.object({ id: PathId, name: Name }),
    output: done,
    changes: ofPart,
    errors: ["deployment_not_found"],
    example: { input: { id: 5, name: "Contacts" }, output: { success: true } },
  },
  rerunDeployment: {
    method: "POST",
    path: "/svc/api/deployment/rerun",
    summary: "Run a deployment or one of its parts again",
    access: "admin",
    input: z.object({
      type: z.enum(["deployment", "sub-deployment"]).describe("Type of `id`: a whole deployment, or a part."),
      id: Id.describe("ID of the deployment or part."),
      ...scheduling,
    }),
    output: StartResult,
    changes,
    errors: ["deployment_not_found", ...startErrors],
    example: { input: { type: "deployment", id: 3 }, output: started },
  },
  abortDeployment: {
    method: "POST",
    path: "/svc/api/deployment/abort",
    summary: "Abort the running deployment",
    description:
      "Undoes what it has done and reopens its files. Possible only until it begins to replace files; after that it continues to its end.",
    access: "admin",
    open: true,
    input: z.object({}),
    output: z.object({ success: z.boolean().describe("True if the abort was requested.") }),
    changes: () => "deployments",
    errors: ["deployment_not_running", "deployment_not_abortable"],
    example: { input: {}, output: { success: true } },
  },
  listDeploymentBackups: {
    method: "GET",
    path: "/svc/api/deployment/backups",
    summary: "List deployments that can be undone",
    access: "admin",
    input: z.object({}),
    output: z.object({
      deployments: z.array(Id).describe("IDs of deployments."),
      subDeployments: z.array(Id).describe("IDs of parts."),
    }),
    errors: [],
    example: { output: { deployments: [3], subDeployments: [5] } },
  },
  undoDeployment: {
    method: "POST",
    path: "/svc/api/deployment/undo",
    summary: "Undo a deployment part",
    description:
      "Restores the files that the part replaced, as a new deployment that can be undone too. The replaced files, with records created since, are kept by the new deployment.",
    access: "admin",
    input: z.object({ id: Id.describe("ID of the part."), transferContainerData }),
    output: StartResult,
    changes,
    errors: undoErrors,
    example: { input: { id: 5 }, output: started },
  },
  undoWholeDeployment: {
    method: "POST",
    path: "/svc/api/deployment/undoFull",
    summary: "Undo a deployment",
    access: "admin",
    input: z.object({ id: Id.describe("ID of the deployment."), transferContainerData }),
    output: StartResult,
    changes,
    errors: undoErrors,
    example: { input: { id: 3 }, output: started },
  },
});

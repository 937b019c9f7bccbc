import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { ChainedActionResult, ScheduleInfo, scheduling } from "#shared/contract/values/release-shapes.ts";
import { PlannedPart, Verdict } from "./plan/contract.ts";
import { deploymentRequest, SecretsOf } from "./request/contract.ts";

/** Status of a deployment, in the terms of the API reference. */
export const DeploymentStatus = z
  .enum(["queued", "running", "scheduled", "complete", "aborted", "unknown"])
  .describe("Where it stands. `complete` and `aborted` are final.");
export type DeploymentStatus = z.infer<typeof DeploymentStatus>;

/** Result of a deployment. */
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

export const DeploymentLogEntry = z.object({
  level: z.enum(["info", "success", "error"]).describe("What it reports: a step, a success or an error."),
  phase: z.enum(phases).describe("The part of the work that it is about."),
  message: z.string().describe("What happened, for people."),
  timeElapsed: z.int().min(0).nullish().describe("How long after the start. Milliseconds."),
});
export type DeploymentLogEntry = z.infer<typeof DeploymentLogEntry>;

export const StartResult = z.object({
  started: z.boolean().optional().describe("True: it was accepted, and runs as soon as it is its turn."),
  scheduled: z.boolean().optional().describe("True: it was accepted, and starts at its moment."),
  schedule: ScheduleInfo.optional().describe("When it starts, where that is later."),
  batchId: Id.describe("The number of the deployment as a whole."),
  subDeploymentIds: z.array(Id).describe("The numbers of its parts, in their order."),
  processIds: z.array(Id).describe("The processes of its parts, to follow them by."),
});

/** Result of the migration of a file. */
const ShownMigration = z.object({
  file: z.string().describe("The file that has the data."),
  bytes: z.int().min(0).describe("How large it is."),
  durationMs: z.int().min(0).describe("How long it took. Milliseconds."),
  tablesNotMigrated: z
    .int()
    .min(0)
    .nullable()
    .describe("Tables that have no place in the new file. Null: the tool does not say."),
  fieldsNotMigrated: z.int().min(0).nullable().describe("Fields that have none. Null: the tool does not say."),
  notMigrated: z.array(z.string()).describe("What the tool says of single tables and fields."),
  note: z.string().nullable().describe("Why `notMigrated` says nothing where that is so."),
});

const part = {
  id: Id.describe("Its number."),
  name: z.string().nullable().describe("What it is called."),
  file_count: z.int().min(0).describe("How many files it is about."),
  final_result: DeploymentResult,
  running: z.int().min(0).max(1).describe("1: it runs."),
  status: DeploymentStatus,
  log: z.array(DeploymentLogEntry).describe("What happened. Kept for 30 days after the end; lists leave it empty."),
  deployment_payload: z.unknown().describe("What was asked for, its secrets masked."),
  created_at: Timestamp.nullable().describe("When it was asked for."),
  started_at: Timestamp.nullable().describe("When it began. Null: not yet."),
  updated_at: Timestamp.describe("When it changed last."),
  message: z.string().nullable().describe("Why it ended as it did, where there is more to say."),
  process_id: Id.describe("The process that it is, to follow it by."),
  hasErrors: z.boolean().describe("Whether it was successful with errors in its log."),
  closed_ms: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "How long files were closed, all together. Milliseconds. Null: not known, or they stay closed for a part behind this one.",
    ),
  undone_by: Id.nullable().describe(
    "The newest undo of it: a part of another deployment, whose result says whether it is undone. Null: none was started.",
  ),
  rehearsal: z.boolean().describe("True: it was only rehearsed, and no file was closed or replaced."),
  migrations: z
    .array(ShownMigration)
    .describe("The migrations that were made. Those of an agent that was started again meanwhile are left out."),
};
const Part = z.object(part);
const Row = z.object({
  ...part,
  batch_id: Id.describe("The number of the deployment that it is a part of."),
});
const batch = {
  id: Id.describe("The number of the deployment as a whole."),
  label: z.string().nullable().describe("What it is called."),
};
const scheduleId = z
  .string()
  .nullable()
  .describe("What has started it: the number of a schedule, or the `id` that the start for later has answered.");

const recipeId = Id.nullable().describe("The recipe that it is a run of. Null: of none.");

/** Row of a deployment in lists: with one part, or with several. */
const Batch = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("sub-deployment").describe("It has one part, which this is."),
    batchId: Id.describe("The number of the deployment as a whole."),
    schedule_id: scheduleId,
    recipe_id: recipeId,
    ...part,
  }),
  z.object({
    type: z.literal("batch").describe("It has several parts."),
    batchId: Id.describe("The number of the deployment as a whole."),
    schedule_id: scheduleId,
    recipe_id: recipeId,
    ...batch,
    status: DeploymentStatus,
    deployments: z.array(Part).describe("Its parts, in their order."),
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
      text: "1 person has it open, and would be disconnected",
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
const PathId = z.coerce.number().pipe(Id).describe("The number of the part.");
const BatchId = z.coerce.number().pipe(Id).describe("The number of the deployment as a whole.");
const Name = z.string().trim().min(1).max(200).describe("What it is to be called.");
const ofPart = ({ id }: { readonly id: number }) => `sub-deployment:${id}`;
const ofBatch = ({ batchId }: { readonly batchId: number }) => `deployment:${batchId}`;
const done = z.object({ success: z.boolean().describe("It was done.") });
const startErrors = ["not_configured", "account_needed", "deployment_too_long"] as const;
const undoErrors = ["deployment_not_found", "deployment_running", "deployment_backup_missing", ...startErrors] as const;
const maskErrors = ["secret_masked", "recipe_not_found", "deployment_not_found"] as const;
const hostErrors = ["agent_unavailable", "agent_timeout", "agent_refused"] as const;
const transferContainerData = z
  .boolean()
  .default(false)
  .describe("Whether container data that was replaced is put back too.");

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
      "A process for each part. Files are fetched while the hosted ones are open; then those are closed, replaced all together, and opened. " +
      "What fails is put back. One build or deployment runs at a time, the others wait for their turn.",
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
    summary: "See what would speak against a deployment",
    description:
      "Takes what starting one takes, and looks at everything that it would need, on this host, on FileMaker Server and at its source. " +
      "Nothing is fetched, closed or written. Accounts are tried where their files are open; a rehearsal tries all of them.",
    access: "admin",
    input: z.object({ ...deploymentRequest, ...scheduling, secretsOf: SecretsOf.optional() }),
    output: z.object({
      verdict: Verdict,
      floorBytes: z.int().min(0).describe("What stays free on each disk: `DISK_FLOOR_MB`."),
      parts: z.array(PlannedPart).describe("Its parts, in their order."),
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
    summary: "List the parts of deployments, the newest first",
    access: "admin",
    input: z.object({}),
    output: z.object({ deployments: z.array(Row).describe("The newest 200.") }),
    errors: [],
    example: { output: { deployments: [exampleRow] } },
  },
  listBatches: {
    method: "GET",
    path: "/svc/api/deployment/batches",
    summary: "List deployments as wholes, the newest first",
    access: "admin",
    input: z.object({
      offset: z.coerce.number().int().min(0).max(100_000).default(0).describe("How many of the newest are left out."),
      limit: z.coerce.number().int().min(1).max(200).default(50).describe("How many are listed."),
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
    summary: "Delete a deployment and the files that it has kept",
    description: "Parts that are scheduled for later are aborted. Hosted files stay as they are.",
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
      id: Id.optional().describe("The number once more, as older clients send it."),
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
    summary: "List the parts of a deployment, with their logs",
    access: "admin",
    input: z.object({ batchId: BatchId }),
    output: z.object({ deployments: z.array(Part).describe("Its parts, in their order.") }),
    errors: ["deployment_not_found"],
    example: { input: { batchId: 3 }, output: { deployments: [examplePart] } },
  },
  countQueuedDeployments: {
    method: "GET",
    path: "/svc/api/deployment/queued/count",
    summary: "Count the parts that wait for their turn",
    access: "admin",
    input: z.object({}),
    output: z.object({ count: z.int().min(0).describe("How many wait.") }),
    errors: [],
    example: { output: { count: 0 } },
  },
  getDeployment: {
    method: "GET",
    path: "/svc/api/deployment/{id}",
    summary: "Read how far a part of a deployment is, with its log",
    access: "admin",
    input: z.object({ id: PathId }),
    output: Row.extend({
      batches: z
        .object({
          ...batch,
          schedule_id: scheduleId,
          recipe_id: recipeId,
          abort_remaining: z.boolean().describe("Whether the parts behind one that is not successful are left out."),
          chained_actions: z.array(z.unknown()).describe("What is called at its end, its secrets masked."),
          deployments: z.array(Row).describe("All parts, in their order."),
          chained_action_results: z
            .array(ChainedActionResult)
            .describe("What was called at its end, and what came of it."),
        })
        .describe("The deployment that it is a part of."),
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
    summary: "Download all that is known of a part of a deployment, for support",
    description:
      "A zip: its row, what was asked for, its process with log and the output of programs, the manifest of its build where that lies in the inbox, " +
      "and the versions of service, agent and FileMaker Server. Secrets are masked. `about.json` names what could not be had.",
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
    summary: "Delete a part of a deployment and the files that it has kept",
    description: "One that is scheduled for later is aborted. Hosted files stay as they are.",
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
    summary: "Run a part of a deployment again that has crashed",
    access: "admin",
    input: z.object({ id: PathId }),
    output: done.extend({ processId: Id.describe("The process that it is now, to follow it by.") }),
    changes: ofPart,
    errors: ["deployment_not_found", "deployment_not_crashed", ...startErrors],
    example: { input: { id: 5 }, output: { success: true, processId: 45 } },
  },
  renameDeployment: {
    method: "PUT",
    path: "/svc/api/deployment/{id}/rename",
    summary: "Rename a part of a deployment",
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
    summary: "Run a deployment again, or one part of it",
    access: "admin",
    input: z.object({
      type: z.enum(["deployment", "sub-deployment"]).describe("Whether `id` is that of a whole or of a part."),
      id: Id.describe("Its number."),
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
      "What it has done is undone, and its files are opened again. Only until files begin to be replaced: then it goes on to its end.",
    access: "admin",
    open: true,
    input: z.object({}),
    output: z.object({ success: z.boolean().describe("It was asked to abort.") }),
    changes: () => "deployments",
    errors: ["deployment_not_running", "deployment_not_abortable"],
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
    description:
      "A deployment of its own, which can be undone too. Records that were made since are in the files that it replaces.",
    access: "admin",
    input: z.object({ id: Id.describe("The number of the part."), transferContainerData }),
    output: StartResult,
    changes,
    errors: undoErrors,
    example: { input: { id: 5 }, output: started },
  },
  undoWholeDeployment: {
    method: "POST",
    path: "/svc/api/deployment/undoFull",
    summary: "Put back the files that a deployment has replaced, its last part first",
    access: "admin",
    input: z.object({ id: Id.describe("The number of the deployment."), transferContainerData }),
    output: StartResult,
    changes,
    errors: undoErrors,
    example: { input: { id: 3 }, output: started },
  },
});

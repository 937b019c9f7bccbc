import * as z from "zod";

/** Problem or note in the plan of a deployment. */
const Finding = z.object({
  level: z
    .enum(["error", "warning", "info"])
    .describe("`error`: it would fail. `warning`: an administrator should decide. `info`: for information."),
  code: z
    .enum([
      "source",
      "file",
      "space",
      "account",
      "script",
      "tool",
      "secure-folder",
      "people",
      "memory",
      "backup",
      "schedule",
      "queue",
      "encryption",
      "containers",
      "figures",
      "webhook",
    ])
    .describe("Topic of the finding."),
  fileName: z
    .string()
    .nullable()
    .describe("The hosted file that it is about. Null if it is about the whole deployment."),
  text: z.string().describe("Description of the finding."),
});
export type Finding = z.infer<typeof Finding>;

export const Verdict = z
  .enum(["ready", "ask", "blocked"])
  .describe("`ready`: no problems. `ask`: there are warnings. `blocked`: there are errors.");
export type Verdict = z.infer<typeof Verdict>;

const AccountTrial = z
  .enum(["accepted", "refused", "unknown"])
  .nullable()
  .describe(
    "Result of testing the account. `unknown`: it can't be tested before the deployment. Null if no account is needed.",
  );
export type AccountTrial = z.infer<typeof AccountTrial>;

const Dependent = z.object({
  kind: z.enum(["data-key", "webhook", "schedule"]).describe("Type of the object."),
  id: z.int().describe("ID of the object."),
  label: z.string().nullable().describe("Name of the object."),
});

const PlannedFile = z.object({
  fileName: z.string().describe("Name of the target file."),
  operation: z.enum(["migrate", "install", "replace", "close"]).describe("Operation on the file."),
  exists: z.boolean().describe("True if the target file exists."),
  isOpen: z.boolean().describe("True if it is open."),
  isEncrypted: z.boolean().nullable().describe("True if it is encrypted; null if unknown."),
  sizeBytes: z.int().min(0).nullable().describe("Size of the target file in bytes; null if it doesn't exist."),
  sourceBytes: z
    .int()
    .min(0)
    .nullable()
    .describe("Size of the source file in bytes. Null if unknown before it is fetched."),
  containerBytes: z.int().min(0).describe("Size of its externally stored container data in bytes."),
  people: z
    .array(
      z.object({
        userName: z.string().describe("User name that the client reports."),
        computerName: z.string().describe("Computer name that the client reports."),
        account: z.string().describe("Account in the file."),
      }),
    )
    .describe("Users who have the file open and will be disconnected."),
  cloneAccount: AccountTrial,
  dataAccount: AccountTrial,
  usedBy: z.array(Dependent).describe("Objects that use the file and fail while it is closed."),
});
export type PlannedFile = z.infer<typeof PlannedFile>;

const PlannedDisk = z.object({
  folder: z.string().describe("Folder on the disk."),
  neededBytes: z.int().min(0).describe("Space needed for fetched files, copies and new files, in bytes."),
  freeBytes: z.int().min(0).describe("Free space in bytes."),
});

export const PlannedPart = z.object({
  name: z.string().nullable().describe("Name of the part."),
  verdict: Verdict,
  findings: z.array(Finding).describe("Findings, errors first."),
  files: z.array(PlannedFile).describe("Its files, in order."),
  disks: z.array(PlannedDisk).describe("Disks that it needs space on."),
  memory: z
    .object({
      neededBytes: z.int().min(0).describe("Memory for migrations that run at the same time, in bytes: 2.5 GB each."),
      freeBytes: z.int().min(0).describe("Free memory in bytes."),
      freeSwapBytes: z.int().min(0).nullable().describe("Free swap space in bytes; null if unknown."),
    })
    .describe("Memory of the host."),
  toolVersion: z
    .string()
    .nullable()
    .describe("Version of FMDataMigration. Null if it isn't needed or isn't installed."),
  expected: z
    .object({
      closedMs: z.int().min(0).describe("Expected time for which files are closed, in milliseconds."),
      basis: z.enum(["deployment", "rehearsal"]).describe("Type of the run that the estimate is based on."),
      deploymentId: z.int().describe("ID of that run."),
    })
    .nullable()
    .describe("Estimate from the latest run or rehearsal with the same files; null if there was none."),
});
export type PlannedPart = z.infer<typeof PlannedPart>;

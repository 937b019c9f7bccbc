import * as z from "zod";

/** Problem or note in the plan of a deployment. */
const Finding = z.object({
  level: z
    .enum(["error", "warning", "info"])
    .describe("`error`: it would fail. `warning`: an administrator should decide. `info`: worth knowing."),
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
    .describe("What it is about."),
  fileName: z.string().nullable().describe("The hosted file that it is about. Null: all of the deployment."),
  text: z.string().describe("What was found, for people."),
});
export type Finding = z.infer<typeof Finding>;

export const Verdict = z
  .enum(["ready", "ask", "blocked"])
  .describe("`ready`: nothing speaks against it. `ask`: there are warnings. `blocked`: there are errors.");
export type Verdict = z.infer<typeof Verdict>;

const AccountTrial = z
  .enum(["accepted", "refused", "unknown"])
  .nullable()
  .describe("Whether the account was accepted. `unknown`: it cannot be tried before the work. Null: none is needed.");
export type AccountTrial = z.infer<typeof AccountTrial>;

const Dependent = z.object({
  kind: z.enum(["data-key", "webhook", "schedule"]).describe("What it is."),
  id: z.int().describe("Its number."),
  label: z.string().nullable().describe("What it is called."),
});

const PlannedFile = z.object({
  fileName: z.string().describe("The file here."),
  operation: z.enum(["migrate", "install", "replace", "close"]).describe("What becomes of it."),
  exists: z.boolean().describe("Whether a file is there already."),
  isOpen: z.boolean().describe("Whether it is open."),
  isEncrypted: z.boolean().nullable().describe("Whether it is encrypted. Null: not known."),
  sizeBytes: z.int().min(0).nullable().describe("How large it is. Null: there is none."),
  sourceBytes: z
    .int()
    .min(0)
    .nullable()
    .describe("How large the file in the source is. Null: not known before it was fetched."),
  containerBytes: z.int().min(0).describe("What it keeps outside of itself."),
  people: z
    .array(
      z.object({
        userName: z.string().describe("As their program says it."),
        computerName: z.string().describe("Where they sit."),
        account: z.string().describe("The account in the file."),
      }),
    )
    .describe("Who has it open, and would be disconnected."),
  cloneAccount: AccountTrial,
  dataAccount: AccountTrial,
  usedBy: z.array(Dependent).describe("What depends on it, and fails while it is closed."),
});
export type PlannedFile = z.infer<typeof PlannedFile>;

const PlannedDisk = z.object({
  folder: z.string().describe("A folder on this disk."),
  neededBytes: z.int().min(0).describe("What the work takes on it, all together: fetched files, copies and new files."),
  freeBytes: z.int().min(0).describe("What it has left."),
});

export const PlannedPart = z.object({
  name: z.string().nullable().describe("What the part is called."),
  verdict: Verdict,
  findings: z.array(Finding).describe("What was found, errors first."),
  files: z.array(PlannedFile).describe("Its files, in their order."),
  disks: z.array(PlannedDisk).describe("The disks that it needs space on."),
  memory: z
    .object({
      neededBytes: z.int().min(0).describe("What its migrations take at a time: 2.5 GB each."),
      freeBytes: z.int().min(0).describe("What the host has left."),
      freeSwapBytes: z.int().min(0).nullable().describe("What it may swap out. Null: it does not say."),
    })
    .describe("Memory of the host."),
  toolVersion: z.string().nullable().describe("FMDataMigration's version. Null: it is not needed, or not there."),
  expected: z
    .object({
      closedMs: z.int().min(0).describe("How long files are expected to be closed. Milliseconds."),
      basis: z.enum(["deployment", "rehearsal"]).describe("What it was learned from."),
      deploymentId: z.int().describe("Its number."),
    })
    .nullable()
    .describe("What the newest run or rehearsal of the same files leads to expect. Null: there was none."),
});
export type PlannedPart = z.infer<typeof PlannedPart>;

import * as z from "zod";
import { type AgentClient, waitsForAgent } from "#shared/agent/api.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { JobKind, JobPlan, StepContext } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { SealContext, Vault } from "#shared/ports/vault.ts";
import { fileCloser } from "./file-closer.ts";

export const deletePlan: JobPlan = {
  kind: "files.delete",
  title: "Delete files",
  phases: ["Closing and moving"],
  canAbort: true,
};

const DeleteOrder = z.object({
  order: z.string(),
  files: z.array(z.object({ id: z.string(), filename: z.string() })),
  message: z.string(),
  force: z.boolean(),
  keptUntil: z.int(),
  deletedBy: z.string(),
  /** Credential of the caller, with which FileMaker Server closes the files. */
  sealedCredential: z.string(),
});
export type DeleteOrder = z.infer<typeof DeleteOrder>;

interface DeleteJobDependencies {
  readonly server: ServerCommands;
  readonly agentClient: () => AgentClient;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Revokes the authorizations of AI clients with accounts of a file. Returns their number. */
  readonly endSignIns: (filename: string) => Promise<number>;
}

const limits = { deadlineMs: 20_000 } as const;

/** Name that roles use for the credentials in delete orders. */
export const deletionSecrets = "deletion";

/** Returns the vault context of the credential in a delete order. */
export function credentialContext(order: string): SealContext {
  return { kind: deletionSecrets, item: `files.delete|${order}`, field: "credential" };
}

/** Closes files and moves them to the trash, one after the other. A repeated run continues: files in the trash stay there. */
export function deleteJob({ server, agentClient, vault, clock, endSignIns }: DeleteJobDependencies): JobKind {
  const one = async (order: DeleteOrder, file: DeleteOrder["files"][number], { credential, step }: DeletionStep) => {
    const { keptUntil, deletedBy, message: messageText, force } = order;
    const close = fileCloser({ server, credential, clock, step });
    // Users aren't disconnected for a file that can't be moved.
    await agentClient().request("trash.look", { filename: file.filename }, limits);
    const closed = await close(file.filename, { messageText, force });
    try {
      await agentClient().request("trash.move", { ...file, keptUntil, deletedBy }, limits);
    } catch (thrown) {
      await closed.reopen();
      throw thrown;
    }
    await step.log("success", `Moved to trash: ${file.filename}`);
    // Passwords of its accounts must not be kept for a new file of the same name.
    const ended = await endSignIns(file.filename);
    if (ended > 0) await step.log("info", `Ended sign-ins of AI clients: ${ended}`);
  };

  return {
    plan: deletePlan,
    isRepeatable: true,
    sealed: (_, input) => ({ sealedCredential: credentialContext(DeleteOrder.parse(input).order) }),
    async run(step) {
      const order = DeleteOrder.parse(step.input);
      if (!(await isHostReachable(agentClient()))) return waitsForAgent;
      const opened = await vault.open(order.sealedCredential, credentialContext(order.order));
      const credential = JSON.parse(opened) as AdminCredential;
      const refusals: ServiceError[] = [];
      await step.progress({ phase: "Closing and moving", total: order.files.length, unit: "files" });
      for (const [index, file] of order.files.entries()) {
        step.signal.throwIfAborted();
        try {
          await one(order, file, { credential, step });
        } catch (thrown) {
          // Temporary errors cause the step to be repeated.
          if (!(thrown instanceof ServiceError) || thrown.status >= 500) throw thrown;
          refusals.push(thrown);
          await step.log("error", `${file.filename}: ${thrown.text}`);
        }
        await step.progress({ done: index + 1 });
      }
      const [refusal] = refusals;
      if (refusal === undefined) return { end: "done" };
      if (refusals.length === order.files.length) throw refusal;
      return { end: "doneWithErrors", reason: `${refusals.length} of ${order.files.length} files were not deleted` };
    },
  };
}

interface DeletionStep {
  readonly credential: AdminCredential;
  readonly step: StepContext;
}

/** Returns true if the agent is available. Otherwise files would be closed without being moved. */
async function isHostReachable(agentClient: AgentClient): Promise<boolean> {
  try {
    await agentClient.request("file.stat", { root: "databases", path: "" }, limits);
    return true;
  } catch (thrown) {
    if (thrown instanceof ServiceError && (thrown.error === "agent_unavailable" || thrown.error === "agent_timeout"))
      return false;
    throw thrown;
  }
}

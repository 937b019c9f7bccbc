import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { readinessOf, sentenceOf, stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { StepContext } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";

interface FileCloserDependencies {
  readonly server: ServerCommands;
  readonly credential: AdminCredential;
  readonly clock: Clock;
  readonly step: Pick<StepContext, "signal" | "log">;
}

/** File that was closed. */
export interface ClosedFile {
  /** Opens the file again if it was closed for this operation. Logs the result and never throws. */
  reopen(): Promise<void>;
}

const firstPollMs = 50;
const longestPollMs = 1_000;
/** Maximum wait in milliseconds: longer than any grace period used in practice. */
const giveUpMs = 15 * 60_000;

/**
 * Returns a function that closes a file and waits until it is closed, including the grace period of its users.
 * @throws ServiceError if the file can't be closed
 */
export function fileCloser({ server, credential, clock, step }: FileCloserDependencies) {
  const rowOf = async (filename: string) => {
    const normalized = normalizedDatabaseName(filename);
    return (await server.databases(credential)).find((row) => normalizedDatabaseName(row.filename) === normalized);
  };

  return async (
    filename: string,
    options: { readonly messageText: string; readonly force: boolean },
  ): Promise<ClosedFile> => {
    const giveUpAt = clock.now() + giveUpMs;
    let isOurs = false;
    const reopen = async (): Promise<void> => {
      if (!isOurs) return;
      try {
        const row = await rowOf(filename);
        if (row === undefined) return;
        await server.change(credential, row.id, { status: "OPENED", key: "", saveKey: false });
        await step.log("info", `Reopened: ${filename}`);
      } catch (thrown) {
        const reason = thrown instanceof ServiceError ? thrown.text : "FileMaker Server couldn't do this";
        await step.log("error", `${filename} is closed and couldn't be opened again: ${reason}`).catch(() => undefined); // The new owner of the process reports it.
      }
    };
    for (let pollMs = firstPollMs; ; pollMs = Math.min(longestPollMs, pollMs * 2)) {
      const row = await rowOf(filename);
      // The host knows if the file is already in the trash.
      if (row === undefined) return { reopen };
      const state = stateOf(row.status);
      const readiness = readinessOf("close", state);
      if (readiness === "there") return { reopen };
      if (clock.now() >= giveUpAt)
        throw new ServiceError("database_state_forbids", { text: `${filename}: ${sentenceOf(state)}` });
      if (readiness === "ready" && !isOurs) {
        const outcome = await server.change(credential, row.id, { status: "CLOSED", ...options });
        isOurs = outcome === "accepted";
        if (isOurs) await step.log("info", `Closing: ${filename}`);
      }
      await clock.sleep(pollMs, step.signal).catch(async (thrown: unknown) => {
        await reopen();
        throw thrown;
      });
    }
  };
}

import type { AdminCredential } from "../../contract/call.ts";
import { foldedDatabaseName } from "../../contract/database-name.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { ServerCommands } from "../../filemaker/server-commands.ts";
import type { StepContext } from "../../jobs/kind.ts";
import type { Clock } from "../../ports/clock.ts";
import { readinessOf, sentenceOf, stateOf } from "../database-rules.ts";

interface ClosingDependencies {
  readonly server: ServerCommands;
  readonly credential: AdminCredential;
  readonly clock: Clock;
  readonly step: Pick<StepContext, "signal" | "log">;
}

/** A file that is closed now. */
export interface Closed {
  /** Opens it again, if it was closed for this. Says in the log what came of that; it never throws. */
  reopen(): Promise<void>;
}

const firstLookMs = 50;
const longestLookMs = 1_000;
/** Longer than any time of grace that people are given in practice. Milliseconds. */
const giveUpMs = 15 * 60_000;

/** Closes a file and waits until it is, however long its people take. @throws ServiceError where it cannot be closed */
export function closing({ server, credential, clock, step }: ClosingDependencies) {
  const rowOf = async (filename: string) => {
    const folded = foldedDatabaseName(filename);
    return (await server.databases(credential)).find((row) => foldedDatabaseName(row.filename) === folded);
  };

  return async (
    filename: string,
    leave: { readonly messageText: string; readonly force: boolean },
  ): Promise<Closed> => {
    const giveUpAt = clock.now() + giveUpMs;
    let isOurs = false;
    const reopen = async (): Promise<void> => {
      if (!isOurs) return;
      try {
        const row = await rowOf(filename);
        if (row === undefined) return;
        await server.change(credential, row.id, { status: "OPENED", key: "", saveKey: false });
        await step.log("info", `Opened again: ${filename}`);
      } catch (thrown) {
        const reason = thrown instanceof ServiceError ? thrown.text : "FileMaker Server did not do it";
        await step
          .log("error", `${filename} is closed, and could not be opened again: ${reason}`)
          .catch(() => undefined); // Whoever has taken the process over says so.
      }
    };
    for (let lookMs = firstLookMs; ; lookMs = Math.min(longestLookMs, lookMs * 2)) {
      const row = await rowOf(filename);
      // Whether it is in the trash already, the host knows.
      if (row === undefined) return { reopen };
      const state = stateOf(row.status);
      const readiness = readinessOf("close", state);
      if (readiness === "there") return { reopen };
      if (clock.now() >= giveUpAt)
        throw new ServiceError("database_state_forbids", { text: `${filename}: ${sentenceOf(state)}` });
      if (readiness === "ready" && !isOurs) {
        const outcome = await server.change(credential, row.id, { status: "CLOSED", ...leave });
        isOurs = outcome === "accepted";
        if (isOurs) await step.log("info", `Closing: ${filename}`);
      }
      await clock.sleep(lookMs, step.signal).catch(async (thrown: unknown) => {
        await reopen();
        throw thrown;
      });
    }
  };
}

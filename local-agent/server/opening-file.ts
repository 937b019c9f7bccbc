import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import { type Ask, type DatabaseRow, isOneOf, refusalOf, stateForbids } from "./database-rows.ts";
import type { FileToOpen } from "./file-server.ts";

/** Maximum milliseconds that users may stay in a file that closes. */
const graceOfClosingMs = 120_000;

/** File that is being opened. */
interface OpeningFile {
  readonly filename: string;
  /** Performs the next step, and returns true if the file is open. @throws Refused if it won't open */
  advance(rows: readonly DatabaseRow[], ask: Ask): Promise<boolean>;
  /** Restarts its timeout. */
  extend(): void;
}

export function openingFile(
  { filename, key: encryptionKey = "" }: FileToOpen,
  { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number },
): OpeningFile {
  const wanted = new Set([normalizedDatabaseName(filename)]);
  let until = clock.now() + waitMs;
  // If the key isn't the file's, the server may have stored the right one.
  const keys = encryptionKey === "" ? [""] : [encryptionKey, ""];
  let isAsked = false;
  const extend = () => {
    until = clock.now() + waitMs;
  };

  return {
    filename,
    extend,

    async advance(rows, ask) {
      const row = rows.find((one) => isOneOf(wanted, one));
      if (row?.status === "NORMAL" || row?.status === "PAUSED") return true;
      if (row === undefined && clock.now() >= until) throw new Refused("not-found", `${filename} is not hosted`);
      if (row?.status === "CLOSED") {
        if (isAsked) keys.shift();
        const [key] = keys;
        if (key === undefined)
          throw new Refused(
            "failed",
            `${filename} did not open: it is damaged, it is encrypted with another key, or its disk is full`,
          );
        const answer = await ask("PATCH", `/databases/${row.id}`, { status: "OPENED", key });
        isAsked = answer.code === "0";
        if (isAsked) extend();
        else if (answer.code !== stateForbids) throw refusalOf(answer, `FileMaker Server did not open ${filename}`);
      }
      // We asked a closing file to close, so it has its grace period.
      const graceMs = row?.status === "CLOSING" ? graceOfClosingMs : 0;
      if (clock.now() >= until + graceMs) throw new Refused("failed", `${filename} did not open in time`);
      return false;
    },
  };
}

/** Advances each file, one after another. The failure of one doesn't stop the others. */
export async function advanced(
  files: readonly OpeningFile[],
  rows: readonly DatabaseRow[],
  ask: Ask,
): Promise<readonly ("open" | "waiting" | Refused)[]> {
  const states: ("open" | "waiting" | Refused)[] = [];
  for (const file of files) {
    try {
      states.push((await file.advance(rows, ask)) ? "open" : "waiting");
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      states.push(thrown);
    }
  }
  return states;
}

import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import { type Ask, type DatabaseRow, isOneOf, refusalOf, stateForbids } from "./database-rows.ts";
import type { FileToOpen } from "./file-server.ts";

/** How long people may be left in a file that closes. */
const graceOfClosingMs = 120_000;

/** A file on its way to being open. */
interface OpeningFile {
  readonly filename: string;
  /** Does what comes next, and answers whether the file is open. @throws Refused where it will not be */
  advance(rows: readonly DatabaseRow[], ask: Ask): Promise<boolean>;
  /** Its time begins again. */
  extend(): void;
}

export function openingFile(
  { filename, key: encryptionKey = "" }: FileToOpen,
  { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number },
): OpeningFile {
  const wanted = new Set([foldedDatabaseName(filename)]);
  let until = clock.now() + waitMs;
  // Where the key is not the file's, the server may have kept the right one.
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
            `${filename} does not open: it is damaged, it is encrypted with another key, or its disk is full`,
          );
        const answer = await ask("PATCH", `/databases/${row.id}`, { status: "OPENED", key });
        isAsked = answer.code === "0";
        if (isAsked) extend();
        else if (answer.code !== stateForbids) throw refusalOf(answer, `FileMaker Server does not open ${filename}`);
      }
      // One that is still closing was asked to by us, and has its time of grace.
      const graceMs = row?.status === "CLOSING" ? graceOfClosingMs : 0;
      if (clock.now() >= until + graceMs) throw new Refused("failed", `${filename} did not open in time`);
      return false;
    },
  };
}

/** Advances each file, one after the other. What refuses one keeps no other from being asked for. */
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

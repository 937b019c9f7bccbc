import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { FileAccount } from "../../endpoint/file-account.ts";
import { type PerAccount, perAccount } from "../../endpoint/per-account.ts";
import { type DataTable, type FileTables, tablesIn } from "./tables.ts";

/** Which tables of a file an account sees, by OData's own description of the file. */
export type TableList =
  | ({ readonly kind: "known" } & FileTables)
  /** Then it is treated as if it saw none. */
  | { readonly kind: "unknown"; readonly reason: string };

export type TableLists = PerAccount<TableList>;

/** Descriptions of large files have some hundred kilobytes. */
const mostLists = 100;
/** They take FileMaker Server a while, too. Milliseconds. */
const timeoutMs = 30_000;

/** Tables by account and file. */
export function tableLists(clock: Pick<Clock, "now">): TableLists {
  const read = async (account: Pick<FileAccount, "call">): Promise<TableList> => {
    try {
      const { status, code, body } = await account.call({ method: "GET", path: "/$metadata", timeoutMs });
      if (status !== 200)
        return { kind: "unknown", reason: `FileMaker Server refuses to describe the file (error ${code ?? status})` };
      const tables = tablesIn(body);
      return tables === undefined
        ? { kind: "unknown", reason: "FileMaker Server does not describe the file in JSON" }
        : { kind: "known", ...tables };
    } catch (thrown) {
      if (thrown instanceof ServiceError) return { kind: "unknown", reason: thrown.text };
      throw thrown;
    }
  };
  return perAccount({ clock, read, most: mostLists });
}

/** The tables that a server allows, in the order in which it names them. */
export function allowedTables({ aggregates, tables }: FileTables, allowed: readonly string[]): FileTables {
  const found = allowed.flatMap((name): (readonly [string, DataTable])[] => {
    const folded = name.normalize("NFC").toLowerCase();
    const table = tables.get(folded);
    return table === undefined ? [] : [[folded, table]];
  });
  return { aggregates, tables: new Map(found) };
}

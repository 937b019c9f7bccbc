import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { FileAccount } from "../../endpoint/file-account.ts";
import { type PerAccount, perAccount } from "../../endpoint/per-account.ts";
import { type FileTables, normalized, tablesIn } from "./tables.ts";

/** Tables of a file that an account can see, from OData's description of the file. */
export type TableList =
  | ({ readonly kind: "known" } & FileTables)
  /** Treated as if the account could see no tables. */
  | { readonly kind: "unknown"; readonly reason: string };

export type TableLists = PerAccount<TableList>;

/** Maximum number of cached lists. Descriptions of large files have several hundred kilobytes. */
const maxLists = 100;
/** Timeout in milliseconds. FileMaker Server needs a while for large descriptions. */
const timeoutMs = 30_000;

/** Creates the lists of tables by account and file. */
export function tableLists(clock: Pick<Clock, "now">): TableLists {
  const read = async (account: Pick<FileAccount, "call">): Promise<TableList> => {
    try {
      const { status, code, body } = await account.call({ method: "GET", path: "/$metadata", timeoutMs });
      if (status !== 200)
        return {
          kind: "unknown",
          reason: `FileMaker Server rejected the request for the file's metadata (error ${code ?? status})`,
        };
      const tables = tablesIn(body);
      return tables === undefined
        ? { kind: "unknown", reason: "FileMaker Server doesn't return the file's metadata as JSON" }
        : { kind: "known", ...tables };
    } catch (thrown) {
      if (thrown instanceof ServiceError) return { kind: "unknown", reason: thrown.text };
      throw thrown;
    }
  };
  return perAccount({ clock, read, maxEntries: maxLists });
}

/** Returns the tables that a server allows, in the server's order. */
export function allowedTables(file: FileTables, allowed: readonly string[]): FileTables {
  return { ...file, tables: picked(file.tables, allowed), unreachable: picked(file.unreachable, allowed) };
}

function picked<Value>(all: ReadonlyMap<string, Value>, names: readonly string[]): ReadonlyMap<string, Value> {
  const found = names.flatMap((name): (readonly [string, Value])[] => {
    const key = normalized(name);
    const value = all.get(key);
    return value === undefined ? [] : [[key, value]];
  });
  return new Map(found);
}

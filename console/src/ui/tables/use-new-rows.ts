import { useState } from "react";
import type { RowId } from "./selection.ts";

const none: ReadonlySet<RowId> = new Set();

/** Returns the rows that have arrived since the page was opened. Undefined rows: still loading. */
export function useNewRows(rows: readonly { readonly id: RowId }[] | undefined): ReadonlySet<RowId> {
  const [known, setKnown] = useState<ReadonlySet<RowId>>();
  if (known === undefined && rows !== undefined) setKnown(new Set(rows.map(({ id }) => id)));
  if (known === undefined || rows === undefined) return none;
  const fresh = rows.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? none : new Set(fresh.map(({ id }) => id));
}

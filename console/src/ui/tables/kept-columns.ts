const prefix = "latchkey.columns.";

/**
 * Returns the last selection of a table's columns in this browser; undefined if there is none. Only ids: no content of a table is stored
 * here.
 */
export function keptColumns(table: string): string | undefined {
  try {
    return window.localStorage.getItem(prefix + table) ?? undefined;
  } catch {
    return undefined; // The browser forbids storage.
  }
}

export function keepColumns(table: string, ids: string | undefined): void {
  try {
    if (ids === undefined) window.localStorage.removeItem(prefix + table);
    else window.localStorage.setItem(prefix + table, ids);
  } catch {
    // Full or forbidden: the address still has the selection.
  }
}

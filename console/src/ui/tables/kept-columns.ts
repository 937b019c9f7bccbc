const prefix = "latchkey.columns.";

/** The columns of a table that were chosen last in this browser; undefined where nobody chose. Ids alone: nothing of what a table shows is kept here. */
export function keptColumns(table: string): string | undefined {
  try {
    return window.localStorage.getItem(prefix + table) ?? undefined;
  } catch {
    return undefined; // A browser that forbids storage remembers nothing.
  }
}

export function keepColumns(table: string, ids: string | undefined): void {
  try {
    if (ids === undefined) window.localStorage.removeItem(prefix + table);
    else window.localStorage.setItem(prefix + table, ids);
  } catch {
    // Full, or forbidden: the address still has the choice.
  }
}

import { FmError } from "../../fm-error.ts";
import type { LiveAccount } from "../../world/live/live-database.ts";
import type { LiveTable } from "../../world/live/live-table.ts";
import type { PlacedItem } from "../../world/live/placed-item.ts";

/** Action of an account on the records of a table. */
type RecordAction = "view" | "create" | "edit" | "delete";

export function mayRecords(account: LiveAccount, table: LiveTable, action: RecordAction): boolean {
  const privileges = accountIn(account, table)?.privileges;
  if (privileges === undefined) return false;
  return privileges.tables[table.name]?.[action] ?? privileges.records[action] ?? true;
}

/** Returns the user's account in the file of a table; undefined if that file can't be opened. */
export function accountIn(account: LiveAccount, table: LiveTable): LiveAccount | undefined {
  return table.file === account.file ? account : account.inOtherFile?.(table.file);
}

/** @throws FmError 802 or 212 for a table in a file that can't be opened, 9 for creating, 200 for other actions. */
export function requireRecords(account: LiveAccount, table: LiveTable, action: RecordAction): void {
  if (accountIn(account, table) === undefined) throw new FmError(account.refusalInOtherFile?.(table.file) ?? "802");
  if (!mayRecords(account, table, action)) throw new FmError(action === "create" ? "9" : "200");
}

/** Returns "modify", "view" or "none". */
export function fieldAccess(account: LiveAccount, item: Pick<PlacedItem, "occurrence" | "field">) {
  const own = accountIn(account, item.occurrence.table);
  if (own === undefined) return "none";
  if (!own.hasFieldRules) return "modify";
  return own.privileges.fields[`${item.occurrence.table.name}::${item.field.name}`] ?? "modify";
}

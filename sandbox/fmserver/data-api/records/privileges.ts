import { FmError } from "../../fm-error.ts";
import type { LiveAccount } from "../../world/live/live-database.ts";
import type { LiveTable } from "../../world/live/live-table.ts";
import type { PlacedItem } from "../../world/live/placed-item.ts";

/** What an account may do with the records of a table. */
type RecordAction = "view" | "create" | "edit" | "delete";

export function mayRecords({ privileges }: LiveAccount, table: LiveTable, action: RecordAction): boolean {
  return privileges.tables[table.name]?.[action] ?? privileges.records[action] ?? true;
}

/** @throws FmError 9 for creating, 200 for all else. */
export function requireRecords(account: LiveAccount, table: LiveTable, action: RecordAction): void {
  if (!mayRecords(account, table, action)) throw new FmError(action === "create" ? "9" : "200");
}

/** "modify", "view" or "none". */
export function fieldAccess(account: LiveAccount, item: Pick<PlacedItem, "occurrence" | "field">) {
  if (!account.hasFieldRules) return "modify";
  return account.privileges.fields[`${item.occurrence.table.name}::${item.field.name}`] ?? "modify";
}

import type { NewRow } from "./write-record.ts";

/** Returns `newPortalRecordInfo`, if related rows were created. */
export function newRowInfo(rows: readonly NewRow[]): Record<string, unknown> {
  if (rows.length === 0) return {};
  return {
    newPortalRecordInfo: rows.map(({ tableName, record }) => ({
      tableName,
      recordId: String(record.id),
      modId: String(record.modId),
    })),
  };
}

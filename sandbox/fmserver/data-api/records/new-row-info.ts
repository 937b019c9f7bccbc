import type { NewRow } from "./write-record.ts";

/** `newPortalRecordInfo`, where related rows were made. */
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

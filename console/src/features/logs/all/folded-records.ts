import type { LogRecord } from "#shared/logs/contract.ts";
import { messageOf } from "../lines/line-text.ts";

/** Record, and the number of equal records that follow each other in the list. */
export interface FoldedRecord {
  readonly record: LogRecord;
  readonly count: number;
}

/** Parts of a message that differ between repetitions. */
const changing = /\b(?:requestId|durationMs|waitMs|fileMakerMs|bytes)=\S+/g;

/** Combines records with the same log and message that follow each other. The first one, which is the newest, is kept. */
export function folded(records: readonly LogRecord[]): readonly FoldedRecord[] {
  const rows: { record: LogRecord; count: number; same: string }[] = [];
  for (const record of records) {
    const same = `${record.log} ${messageOf(record).replace(changing, "")}`;
    const last = rows.at(-1);
    if (last?.same === same) last.count += 1;
    else rows.push({ record, count: 1, same });
  }
  return rows;
}

import { timestamp } from "#shared/contract/scalars.ts";
import type { LogFile } from "#shared/ports/logs/log-source.ts";
import type { LogLine, LogListing, LogRecord } from "./contract.ts";
import { cursorAt } from "./cursor.ts";
import { meaningOf } from "./format/code-meanings.ts";
import { noFields } from "./format/format.ts";
import { formatOf } from "./format/format-of.ts";
import type { LinesPage, NumberedLine, TextRecord } from "./log-reader.ts";
import { spelledOut } from "./rules.ts";

/** Returns a log file as listed to callers. */
export function listing({ name, sizeBytes, modifiedAt }: LogFile, origin: LogListing["place"]): LogListing {
  return { name, place: origin, sizeBytes, modifiedAt: timestamp(modifiedAt), isTimed: formatOf(name).isTimed };
}

/** Returns a line for callers, parsed by its log's format. */
export function shownLine(log: string, { text, ...line }: NumberedLine): LogLine {
  const begins = formatOf(log).begins(text);
  const kind = begins ? "record" : text.startsWith("Timestamp\t") ? "heading" : "continuation";
  return { ...line, kind, text: spelledOut(text), ...parsedFields(log, begins ? text : undefined) };
}

/** Returns a page of lines for callers. */
export function linesShown(name: string, page: LinesPage) {
  return {
    sizeBytes: page.file.sizeBytes,
    modifiedAt: timestamp(page.file.modifiedAt),
    lines: page.lines.map((line) => shownLine(name, line)),
    before: page.start.offset === 0 ? null : cursorAt(page.start),
    after: cursorAt(page.end),
    isRotated: page.isRotated,
    counted: { lines: page.index.lines, bytes: page.index.bytes },
  };
}

/** Returns a record for callers. */
export function shownRecord(log: string, { offset, text, isCut, more }: TextRecord): LogRecord {
  return { log, offset, text: spelledOut(text), isCut, more: more.map(spelledOut), ...parsedFields(log, text) };
}

function parsedFields(log: string, text: string | undefined) {
  const { codes, read } = formatOf(log);
  const { time, level, code, columns } = text === undefined ? noFields : read(text);
  return {
    time: time === null ? null : timestamp(time),
    level,
    code: code === null ? null : spelledOut(code),
    meaning: meaningOf(code, codes),
    columns: Object.fromEntries(Object.entries(columns).map(([name, value]) => [spelledOut(name), spelledOut(value)])),
  };
}

import type { LogFormat } from "../format/format.ts";
import type { TextRecord } from "../log-reader.ts";
import { lineText } from "./line-text.ts";
import { beginsAt, type Region } from "./scan/regions.ts";
import { splitLines } from "./split-lines.ts";

/** Maximum number of lines shown after the first one of a record. */
const maxFurtherLines = 50;

/** Position of a record in a region. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the record around an index. */
export function spanAround({ bytes }: Region, index: number, format: LogFormat): Span {
  let start = lineStart(bytes, index);
  while (start > 0 && !beginsAt(bytes, start, format)) start = lineStart(bytes, start - 1);
  return { start, end: endOf(bytes, index, format) };
}

function lineStart(bytes: Buffer, index: number): number {
  return index <= 0 ? 0 : bytes.lastIndexOf(0x0a, index - 1) + 1;
}

function endOf(bytes: Buffer, index: number, format: LogFormat): number {
  for (let end = bytes.indexOf(0x0a, index) + 1; end > 0; end = bytes.indexOf(0x0a, end) + 1)
    if (end >= bytes.length || beginsAt(bytes, end, format)) return end;
  return bytes.length;
}

/** Returns a record as text: its first line and those that belong to it. */
export function textRecord({ bytes, offset }: Region, { start, end }: Span): TextRecord {
  const [first, ...further] = splitLines(bytes.subarray(start, end));
  const text = (span: Span | undefined) =>
    lineText(bytes.subarray(start + (span?.start ?? 0), start + (span?.end ?? 0)), offset + start + (span?.start ?? 0));
  return { ...text(first), more: further.slice(0, maxFurtherLines).map((span) => text(span).text) };
}

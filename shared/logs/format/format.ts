import type { Level } from "../log-reader.ts";

/** Content of a line, parsed by its log's format. */
export interface ParsedLine {
  /** Milliseconds since the epoch. Null if the line has no time. */
  readonly time: number | null;
  readonly level: Level["level"] | null;
  readonly code: string | null;
  /** Values by column name. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Format of a log. */
export interface LogFormat {
  /** True if this line begins a record. Any other line belongs to the record above. Its first characters are enough. */
  begins(line: string): boolean;
  /** Parses a record's first line. A line of headings has no content. */
  read(line: string): ParsedLine;
  /** Numbering of its codes. */
  readonly codes: "event" | "filemaker" | "service" | "none";
  /** True if its records are in chronological order. */
  readonly isTimed: boolean;
}

export const noFields: ParsedLine = { time: null, level: null, code: null, columns: {} };

import type { Level } from "../log-reader.ts";

/** What a line says, by its log's format. */
export interface ParsedLine {
  /** Milliseconds since the epoch; null where the line has no time. */
  readonly time: number | null;
  readonly level: Level["level"] | null;
  readonly code: string | null;
  /** By the names of the columns. */
  readonly columns: Readonly<Record<string, string>>;
}

/** How a log is written. */
export interface LogFormat {
  /** Whether a record begins with this line; another one belongs to the record above. Its first characters are enough. */
  begins(line: string): boolean;
  /** What a record's first line says. A line of headings says nothing. */
  read(line: string): ParsedLine;
  /** Which numbers its codes are. */
  readonly codes: "event" | "filemaker" | "none";
  /** Whether its records stand in the order of their times. */
  readonly isTimed: boolean;
}

export const noFields: ParsedLine = { time: null, level: null, code: null, columns: {} };

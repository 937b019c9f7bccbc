import { amount, columnReader } from "./columns.ts";

/**
 * Values in a line of TopCallStats.log about a call in one interval. Milliseconds and bytes; `start` and `end` since the server's start.
 */
export interface TopCallLine {
  readonly at: number;
  readonly start: number;
  /** Undefined while the call is in progress. */
  readonly end: number | undefined;
  /** Milliseconds since the call's start. All following values are of this interval only. */
  readonly totalMs: number;
  readonly operation: string;
  readonly target: string;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly waitMs: number;
  readonly ioMs: number;
  readonly client: string;
}

const columns = [
  "Timestamp",
  "Start Time",
  "End Time",
  "Total Elapsed",
  "Operation",
  "Target",
  "Network Bytes In",
  "Network Bytes Out",
  "Elapsed Time",
  "Wait Time",
  "I/O Time",
  "Client name",
];

/** Suffix with an operation's progress, which differs in each interval: `Find (Indexing 10%)`. */
const progress = /\s*\([^()]*\d+\s*%\)\s*$/;
/** Maximum length of texts, as a reply contains many calls. */
const longestText = 120;

/** Returns a reader of lines for a TopCallStats.log with this first line. It returns undefined for lines without a call. */
export function topCallLinesIn(firstLine: string): (line: string) => TopCallLine | undefined {
  const read = columnReader(firstLine, columns);
  return (line) => {
    const found = read(line);
    const start = amount(found?.column("Start Time"));
    const total = amount(found?.column("Total Elapsed"));
    if (found === undefined || start === undefined || total === undefined) return undefined;
    const { at, column } = found;
    const end = amount(column("End Time"));
    const text = (name: string) => (column(name) ?? "").slice(0, longestText);
    const milliseconds = (name: string) => (amount(column(name)) ?? 0) / 1000;
    return {
      at,
      start: start * 1000,
      end: end === undefined ? undefined : end * 1000,
      totalMs: total / 1000,
      operation: text("Operation").replace(progress, ""),
      target: text("Target"),
      receivedBytes: amount(column("Network Bytes In")) ?? 0,
      sentBytes: amount(column("Network Bytes Out")) ?? 0,
      waitMs: milliseconds("Wait Time"),
      ioMs: milliseconds("I/O Time"),
      client: text("Client name"),
    };
  };
}

/** File and table of a call. */
export interface CallPlace {
  readonly file: string;
  readonly table: string | null;
  readonly layout: string | null;
}

/**
 * Returns the place that a target names: `file`, `file::layout`, or `file::table(181)::field(356)`, where a table can be only its number.
 */
export function placeOf(target: string): CallPlace {
  const [file = "", second = "", third] = target.split("::");
  if (second === "") return { file, table: null, layout: null };
  const isTable = third !== undefined || /^table\b/i.test(second) || /^\d+$/.test(second);
  return { file, table: isTable ? second : null, layout: isTable ? null : second };
}

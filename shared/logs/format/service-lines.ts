import { type LogFormat, noFields, type ParsedLine } from "./format.ts";
import { leadingTime } from "./log-time.ts";
import { levelOf } from "./tab-separated.ts";

/** Our own logs: an object of JSON on every line, its time first; on AWS, also what Lambda says, behind a time. */
export const serviceLines: LogFormat = {
  begins: (line) => line.startsWith('{"time":"') || leadingTime(line) !== undefined,
  read(line) {
    const fields = fieldsOf(line);
    if (fields === undefined) return lambdaLine(line);
    const columns = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const status = Number(columns.status ?? 0);
    return {
      time: leadingTime(columns.time ?? "") ?? null,
      level:
        // What another program has written has its own.
        levelOf(columns.severity ?? columns.level ?? "") ??
        (status >= 500 ? "error" : columns.error === undefined ? "info" : "warning"),
      code: columns.error ?? null,
      columns,
    };
  },
  codes: "none",
  isTimed: true,
};

/** Ends of an instance that were not intended. */
const unexpectedEnds = /Task timed out|"errorType"|\tERROR\t|Runtime exited|Runtime\.ExitError/;

function lambdaLine(line: string): ParsedLine {
  const time = leadingTime(line);
  if (time === undefined) return noFields;
  const text = line.slice(line.indexOf(" ") + 1);
  return { time, level: unexpectedEnds.test(text) ? "error" : "info", code: null, columns: { Text: text } };
}

/** Undefined where a line was cut or only half written. */
function fieldsOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // Shown as the text that it is.
  }
}

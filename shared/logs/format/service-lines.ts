import { type LogFormat, noFields, type ParsedLine } from "./format.ts";
import { leadingTime } from "./log-time.ts";
import { levelOf } from "./tab-separated.ts";

/** Our own logs: a JSON object per line, its time first. On AWS also lines of Lambda, after a time. */
export const serviceLines: LogFormat = {
  begins: (line) => line.startsWith('{"time":"') || leadingTime(line) !== undefined,
  read(line) {
    const fields = fieldsOf(line);
    if (fields === undefined) return lambdaLine(line);
    const columns = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const code = columns.error ?? columns.code;
    const status = Number(columns.status ?? 0);
    return {
      time: leadingTime(columns.time ?? "") ?? null,
      level:
        // Lines from other programs contain their own level.
        levelOf(columns.severity ?? columns.level ?? "") ??
        (status >= 500 ? "error" : code === undefined ? "info" : "warning"),
      code: code ?? null,
      columns,
    };
  },
  codes: "service",
  isTimed: true,
};

/** Unexpected ends of an instance. */
const unexpectedEnds = /Task timed out|"errorType"|\tERROR\t|Runtime exited|Runtime\.ExitError/;

function lambdaLine(line: string): ParsedLine {
  const time = leadingTime(line);
  if (time === undefined) return noFields;
  const text = line.slice(line.indexOf(" ") + 1);
  return { time, level: unexpectedEnds.test(text) ? "error" : "info", code: null, columns: { Text: text } };
}

/** Parses a line. Undefined if it was cut or is incomplete. */
function fieldsOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // Shown as plain text.
  }
}

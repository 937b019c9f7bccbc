import { type LogFormat, saysNothing } from "./format.ts";
import { leadingTime } from "./log-time.ts";
import { levelOf } from "./tab-separated.ts";

/** Our own logs: an object of JSON on every line, its time first. */
export const serviceLines: LogFormat = {
  begins: (line) => line.startsWith('{"time":"'),
  read(line) {
    const fields = fieldsOf(line);
    if (fields === undefined) return saysNothing;
    const columns = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
    const status = Number(columns.status ?? 0);
    return {
      time: leadingTime(columns.time ?? "") ?? null,
      level:
        levelOf(columns.level ?? "") ?? (status >= 500 ? "error" : columns.error === undefined ? "info" : "warning"),
      code: columns.error ?? null,
      columns,
    };
  },
  codes: "none",
  isTimed: true,
};

/** Undefined where a line was cut or only half written. */
function fieldsOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // Shown as the text that it is.
  }
}

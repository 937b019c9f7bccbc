import type { Level } from "../log-reader.ts";
import { type LogFormat, noFields, type ParsedLine } from "./format.ts";
import { leadingTime } from "./log-time.ts";

interface Columns {
  /** In order, the time first. */
  readonly names: readonly string[];
  readonly codes?: LogFormat["codes"];
  /** Names of the columns with the level and the code. */
  readonly level?: string;
  readonly code?: string;
  /** True if any code but 0 is an error, for logs without a level column. */
  readonly codeIsError?: boolean;
}

/** Returns a format with a time stamp and tab-separated fields. Levels are recognized by their beginnings in the server's language. */
export function tabSeparated({ names, codes = "none", level, code, codeIsError = false }: Columns): LogFormat {
  const read = (line: string): ParsedLine => {
    const time = leadingTime(line);
    if (time === undefined) return noFields;
    const fields = line.split("\t");
    // A message can contain tabs: everything after the last column belongs to it.
    const values = names.map((_, index) =>
      index === names.length - 1 ? fields.slice(index).join("\t") : (fields[index] ?? ""),
    );
    const columns = Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
    const codeText = code === undefined ? undefined : columns[code]?.trim();
    const ownLevel = level === undefined ? undefined : levelOf(columns[level] ?? "");
    return {
      time,
      level: ownLevel ?? (codeIsError ? (codeText === "0" ? "info" : "error") : null),
      code: codeText === undefined || codeText === "" ? null : codeText,
      columns,
    };
  };
  return { begins: (line) => leadingTime(line) !== undefined, read, codes, isTimed: true };
}

/** Levels in every language that FileMaker Server supports. */
const levels: readonly (readonly [RegExp, Level["level"]])[] = [
  [/^(?:err|erreur|fehler|fout|fel|エラー|错误|오류)/iu, "error"],
  [/^(?:warn|avert|warnung|waarsch|varning|advert|aviso|avviso|警告|경고)/iu, "warning"],
  [/^(?:info|情報|信息|정보)/iu, "info"],
];

export function levelOf(word: string): Level["level"] | undefined {
  return levels.find(([beginning]) => beginning.test(word.trim()))?.[1];
}

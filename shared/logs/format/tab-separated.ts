import type { Level } from "../log-reader.ts";
import { type LogFormat, noFields, type ParsedLine } from "./format.ts";
import { leadingTime } from "./log-time.ts";

interface Columns {
  /** In their order, the time first. */
  readonly names: readonly string[];
  readonly codes?: LogFormat["codes"];
  /** The names of the columns that say how bad it is, and what it is. */
  readonly level?: string;
  readonly code?: string;
  /** Whether a code other than 0 is an error, where no column says so. */
  readonly codeIsError?: boolean;
}

/** Fields with tabs between them behind a time stamp. Words follow the server's language, so levels are recognized by how they begin. */
export function tabSeparated({ names, codes = "none", level, code, codeIsError = false }: Columns): LogFormat {
  const read = (line: string): ParsedLine => {
    const time = leadingTime(line);
    if (time === undefined) return noFields;
    const fields = line.split("\t");
    // A message may hold tabs: what is beyond the last column belongs to it.
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

/** A level in any language that FileMaker Server speaks. */
const levels: readonly (readonly [RegExp, Level["level"]])[] = [
  [/^(?:err|erreur|fehler|fout|fel|エラー|错误|오류)/iu, "error"],
  [/^(?:warn|avert|warnung|waarsch|varning|advert|aviso|avviso|警告|경고)/iu, "warning"],
  [/^(?:info|情報|信息|정보)/iu, "info"],
];

export function levelOf(word: string): Level["level"] | undefined {
  return levels.find(([beginning]) => beginning.test(word.trim()))?.[1];
}

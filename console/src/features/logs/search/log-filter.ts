import type { InputOf } from "../../../api/operations.ts";

/** Line and search of a log, from the address. */
export interface LogSearch {
  /** Selected line, counted from 1. */
  readonly line?: number | undefined;
  readonly q?: string | undefined;
  /** True if `q` is a regular expression. */
  readonly re?: boolean | undefined;
  /** True for a case-sensitive search. */
  readonly cs?: boolean | undefined;
  /** `warning` includes errors. */
  readonly level?: "warning" | "error" | undefined;
  readonly not?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** True if all lines are shown, and matches are only marked. */
  readonly all?: boolean | undefined;
  /** Time around which all logs are read. */
  readonly at?: string | undefined;
  readonly within?: number | undefined;
  /** Dialog that the address opens. */
  readonly ask?: "clear" | "time" | undefined;
}

/** Search of a log in the service's format. */
export type Question = Omit<
  InputOf<"GET /svc/api/logs/{name}/search">,
  "name" | "order" | "offset" | "cursor" | "limit"
>;

/** Returns the request for the filters; undefined without filters. */
export function questionOf({ q, re, cs, level, not, from, to }: LogSearch): Question | undefined {
  const question: Question = {
    ...(q && { text: q }),
    ...(q && re && { isPattern: "true" as const }),
    ...((q || not) && cs && { isCaseSensitive: "true" as const }),
    ...(level && { levels: level === "warning" ? "warning,error" : "error" }),
    ...(not && { exclude: not }),
    ...(from && { from }),
    ...(to && { to }),
  };
  return Object.keys(question).length === 0 ? undefined : question;
}

/** Clears all filters and keeps the rest of the address. */
export const noFilter = {
  q: undefined,
  re: undefined,
  cs: undefined,
  level: undefined,
  not: undefined,
  from: undefined,
  to: undefined,
  all: undefined,
} as const satisfies LogSearch;

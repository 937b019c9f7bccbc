import type { InputOf } from "../../../api/operations.ts";

/** What the address says of a log: which line, and what is searched for. */
export interface LogSearch {
  /** The chosen line, counted from 1 as people do. */
  readonly line?: number | undefined;
  readonly q?: string | undefined;
  /** `q` is a regular expression. */
  readonly re?: boolean | undefined;
  /** Capital letters are others than small ones. */
  readonly cs?: boolean | undefined;
  /** `warning` means warnings and errors. */
  readonly level?: "warning" | "error" | undefined;
  readonly not?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** All lines stay, and what fits is marked and stepped through. */
  readonly all?: boolean | undefined;
  /** The moment around which all logs are read. */
  readonly at?: string | undefined;
  readonly within?: number | undefined;
  /** A question that the address opens. */
  readonly ask?: "clear" | "time" | undefined;
}

/** How a log is searched, as the service takes it. */
export type Question = Omit<
  InputOf<"GET /svc/api/logs/{name}/search">,
  "name" | "order" | "offset" | "cursor" | "limit"
>;

/** What the filters ask for; undefined where nothing is filtered. */
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

/** No filter at all, and the rest of the address as it is. */
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

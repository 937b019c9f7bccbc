import { FmError } from "../../fm-error.ts";
import { type Cell, cellText } from "../../world/values/cell.ts";
import { type DateOrder, parseDate, parseTime, parseTimestamp } from "../../world/values/date-text.ts";
import type { CriterionContext } from "./criterion-context.ts";
import { leadingOperator, rangeEnds } from "./operators.ts";

type Kind = "date" | "time" | "timestamp";

/** First and last ISO text that a criterion matches: a day, a month, a year, an hour. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/** Compiles a criterion for a date, time or timestamp field, in which parts can be omitted or `*`. @throws FmError 500 or 501 */
export function dateCriterion(kind: Kind, text: string, context: CriterionContext): (cell: Cell) => boolean {
  if (text === "?") return (cell) => cell !== "" && !VALID[kind].test(cellText(cell));
  const ends = rangeEnds(text);
  if (ends !== undefined) {
    const [first, last] = ends.map((end) => spanOf(kind, end, context));
    return within((value) => first !== undefined && last !== undefined && value >= first.from && value <= last.to);
  }
  const { operator, rest } = leadingOperator(text);
  if (rest.includes("*") && kind !== "time") return starredDate(rest, context.dateOrder);
  const span = spanOf(kind, rest, context);
  switch (operator) {
    case "<":
      return within((value) => value < span.from);
    case "<=":
      return within((value) => value <= span.to);
    case ">":
      return within((value) => value > span.to);
    case ">=":
      return within((value) => value >= span.from);
    default:
      return within((value) => value >= span.from && value <= span.to);
  }
}

const VALID: Readonly<Record<Kind, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d+:\d\d:\d\d$/,
  timestamp: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
};

function within(holds: (value: string) => boolean): (cell: Cell) => boolean {
  return (cell) => {
    const value = cellText(cell);
    return value !== "" && holds(value);
  };
}

function spanOf(kind: Kind, text: string, { dateOrder, today }: CriterionContext): Span {
  if (text === "//" && kind !== "time") return startingWith(today);
  const prefix = kind === "time" ? timePrefix(text) : (datePrefix(text, dateOrder) ?? stampPrefix(text, dateOrder));
  if (prefix === undefined || (kind === "date" && prefix.length > 10))
    throw new FmError(kind === "time" ? "501" : "500");
  return startingWith(prefix);
}

/** Returns the span of all texts with a prefix: `~` comes after all characters of ISO text. */
function startingWith(prefix: string): Span {
  return { from: prefix, to: `${prefix}~` };
}

function datePrefix(text: string, order: DateOrder): string | undefined {
  if (/^\d{4}$/.test(text)) return text;
  const [, first = "", second = ""] = /^(\d{1,4})[-/.](\d{1,4})$/.exec(text) ?? [];
  const [year, month] = order === "YYYY-MM-DD" ? [first, second] : [second, first];
  if (year.length === 4 && month !== "" && Number(month) >= 1 && Number(month) <= 12)
    return `${year}-${month.padStart(2, "0")}`;
  return parseDate(text, order);
}

function stampPrefix(text: string, order: DateOrder): string | undefined {
  const stamp = parseTimestamp(text, order);
  return stamp !== undefined && !/:\d+:/.test(text) ? stamp.slice(0, 16) : stamp;
}

function timePrefix(text: string): string | undefined {
  if (/^\d{1,2}$/.test(text)) return `${text.padStart(2, "0")}:`;
  const time = parseTime(text);
  return time !== undefined && !/:\d+:/.test(text) ? time.slice(0, -3) : time;
}

/** Compiles a date with wildcard parts: any day of a month, a day of any year. */
function starredDate(text: string, order: DateOrder): (cell: Cell) => boolean {
  const parts = text.split(/[-/.]/);
  const [first = "*", second = "*", third = "*"] = parts;
  const [year, month, day] =
    order === "YYYY-MM-DD"
      ? [first, second, third]
      : order === "MM/DD/YYYY"
        ? [third, first, second]
        : [third, second, first];
  if (parts.length !== 3 || parts.some((part) => !/^(?:\*|\d{1,4})$/.test(part))) throw new FmError("500");
  const part = (value: string, length: number): string =>
    value === "*" ? `\\d{${length}}` : value.padStart(length, "0");
  const pattern = new RegExp(`^${part(year, 4)}-${part(month, 2)}-${part(day, 2)}`);
  return (cell) => pattern.test(cellText(cell));
}

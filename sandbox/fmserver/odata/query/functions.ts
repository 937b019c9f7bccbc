import { isTemporal, readTemporal, type Temporal, temporalText, type Value } from "./value.ts";

/** Context of functions in addition to their arguments. */
export interface FunctionContext {
  /** The server's local time in milliseconds. */
  readonly now: number;
  readonly utcOffsetMinutes: number;
}

interface FunctionShape {
  readonly arity: readonly number[];
  apply(args: readonly Value[], context: FunctionContext): Value;
}

/** Returns true if the server has a function with this name and number of arguments. */
export function isKnownFunction(name: string, count?: number): boolean {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  return known !== undefined && (count === undefined || known.arity.includes(count));
}

/** Calls a function; an empty argument gives an empty result. */
export function callFunction(name: string, args: readonly Value[], context: FunctionContext): Value {
  if (args.includes(null)) return null;
  return FUNCTIONS[name]?.apply(args, context) ?? null;
}

/** Converts a value to text, for text functions and casts. */
export function textOf(value: Value): string {
  if (!isTemporal(value)) return String(value ?? "");
  const text = temporalText(value);
  return value.kind === "timestamp" ? `${text.replace(" ", "T")}Z` : text;
}

const DAY = 86_400_000;

const FUNCTIONS: Readonly<Record<string, FunctionShape>> = {
  contains: ofTexts((text, part) => text.includes(part)),
  startswith: ofTexts((text, part) => text.startsWith(part)),
  endswith: ofTexts((text, part) => text.endsWith(part)),
  indexof: ofTexts((text, part) => text.indexOf(part)),
  concat: ofTexts((text, more) => text + more),
  length: ofText((text) => text.length),
  tolower: ofText((text) => text.toLowerCase()),
  toupper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  substring: {
    arity: [2, 3],
    apply([text = null, start = null, length = null]) {
      const from = Math.max(0, numberOf(start) ?? 0);
      return textOf(text).slice(from, length === null ? undefined : from + Math.max(0, numberOf(length) ?? 0));
    },
  },
  round: ofNumber((value) => Math.sign(value) * Math.round(Math.abs(value))),
  floor: ofNumber(Math.floor),
  ceiling: ofNumber(Math.ceil),
  year: ofMoment((moment) => moment.getUTCFullYear(), "time"),
  month: ofMoment((moment) => moment.getUTCMonth() + 1, "time"),
  day: ofMoment((moment) => moment.getUTCDate(), "time"),
  hour: ofMoment((moment) => moment.getUTCHours(), "date"),
  minute: ofMoment((moment) => moment.getUTCMinutes(), "date"),
  second: ofMoment((moment) => moment.getUTCSeconds(), "date"),
  date: ofTemporal(({ kind, milliseconds }) =>
    kind === "time" ? null : { kind: "date", milliseconds: Math.floor(milliseconds / DAY) * DAY },
  ),
  time: ofTemporal(({ kind, milliseconds }) =>
    kind === "date" ? null : { kind: "time", milliseconds: ((milliseconds % DAY) + DAY) % DAY },
  ),
  totalseconds: ofTemporal(({ kind, milliseconds }) => (kind === "time" ? milliseconds / 1000 : null)),
  totaloffsetminutes: {
    arity: [1],
    apply: ([value = null], { utcOffsetMinutes }) => (momentOf(value) === undefined ? null : utcOffsetMinutes),
  },
  now: { arity: [0], apply: (_, { now }) => ({ kind: "timestamp", milliseconds: now }) },
  mindatetime: { arity: [0], apply: () => ({ kind: "timestamp", milliseconds: Date.parse("0001-01-01T00:00:00Z") }) },
  maxdatetime: { arity: [0], apply: () => ({ kind: "timestamp", milliseconds: Date.parse("4000-12-31T23:59:59Z") }) },
};

function ofTexts(apply: (text: string, other: string) => Value): FunctionShape {
  return { arity: [2], apply: ([text = null, other = null]) => apply(textOf(text), textOf(other)) };
}

function ofText(apply: (text: string) => Value): FunctionShape {
  return { arity: [1], apply: ([text = null]) => apply(textOf(text)) };
}

function ofNumber(apply: (value: number) => number): FunctionShape {
  return {
    arity: [1],
    apply([value = null]) {
      const number = numberOf(value);
      return number === undefined ? null : apply(number);
    },
  };
}

function ofMoment(apply: (moment: Date) => number, not: Temporal["kind"]): FunctionShape {
  return ofTemporal(({ kind, milliseconds }) => (kind === not ? null : apply(new Date(milliseconds))));
}

function ofTemporal(apply: (value: Temporal) => Value): FunctionShape {
  return {
    arity: [1],
    apply([value = null]) {
      const moment = momentOf(value);
      return moment === undefined ? null : apply(moment);
    },
  };
}

function momentOf(value: Value): Temporal | undefined {
  if (isTemporal(value)) return value;
  return typeof value === "string" ? readTemporal(value, 0) : undefined;
}

function numberOf(value: Value): number | undefined {
  if (typeof value === "number") return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? undefined : number;
}

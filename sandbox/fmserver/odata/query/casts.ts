import { asNumber, truthOf } from "./compare-values.ts";
import { callFunction, textOf } from "./functions.ts";
import { isTemporal, readTemporal, type Value } from "./value.ts";

type Cast = (value: Exclude<Value, null>) => Value;

/** Returns the conversion to a type; undefined for unknown types. */
export function castTo(type: string): Cast | undefined {
  return Object.hasOwn(CASTS, type) ? CASTS[type] : undefined;
}

const CASTS: Readonly<Record<string, Cast>> = {
  "Edm.String": textOf,
  "Edm.Decimal": toNumber,
  "Edm.Double": toNumber,
  "Edm.Int32": toInteger,
  "Edm.Int64": toInteger,
  "Edm.Boolean": truthOf,
  "Edm.Date": (value) => toMoment(value, "date"),
  "Edm.TimeOfDay": (value) => toMoment(value, "time"),
  "Edm.DateTimeOffset": (value) => toMoment(value, "timestamp"),
};

function toNumber(value: Value): Value {
  return asNumber(value) ?? null;
}

function toInteger(value: Value): Value {
  const number = asNumber(value);
  return number === undefined ? null : Math.trunc(number);
}

function toMoment(value: Value, kind: "date" | "time" | "timestamp"): Value {
  const moment = isTemporal(value) ? value : readTemporal(textOf(value), 0);
  if (moment === undefined) return null;
  if (moment.kind === kind || (moment.kind === "date" && kind === "timestamp")) return { ...moment, kind };
  return moment.kind === "timestamp" ? callFunction(kind, [moment], { now: 0, utcOffsetMinutes: 0 }) : null;
}

import { isTemporal, readTemporal, type Value } from "./value.ts";

/** Empty equals empty only. */
export function isEqual(left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right;
  return compareValues(left, right) === 0;
}

/** Less than 0, 0 or more; undefined when the two have no order. */
export function compareValues(left: Value, right: Value): number | undefined {
  if (left === null || right === null) return undefined;
  if (typeof left === "boolean" || typeof right === "boolean") return compareTruths(left, right);
  if (isTemporal(left) || isTemporal(right)) {
    const [a, b] = [asMoment(left), asMoment(right)];
    return a === undefined || b === undefined ? undefined : a - b;
  }
  if (typeof left === "number" || typeof right === "number") {
    const [a, b] = [asNumber(left), asNumber(right)];
    return a === undefined || b === undefined ? undefined : a - b;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareTruths(left: Value, right: Value): number | undefined {
  const [a, b] = [truthOf(left), truthOf(right)];
  return a === null || b === null ? undefined : Number(a) - Number(b);
}

/** FileMaker has no truth of its own: a number that is not 0 is true. */
export function truthOf(value: Value): boolean | null {
  if (value === null || typeof value === "boolean") return value;
  const number = asNumber(value);
  return number === undefined ? null : number !== 0;
}

/** The number that a value is or says; undefined when there is none. */
export function asNumber(value: Value): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** Dates in quotes are dates, too, beside a date. */
function asMoment(value: Value): number | undefined {
  if (isTemporal(value)) return value.milliseconds;
  return typeof value === "string" ? readTemporal(value, 0)?.milliseconds : undefined;
}

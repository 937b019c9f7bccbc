import { isTemporal, readTemporal, type Value } from "./value.ts";

/** Compares for equality; empty only equals empty. */
export function isEqual(left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right;
  return compareValues(left, right) === 0;
}

/** Returns a number below, equal to or above 0; undefined if the values aren't comparable. */
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

/** Converts to a boolean. FileMaker has no booleans: any number except 0 is true. */
export function truthOf(value: Value): boolean | null {
  if (value === null || typeof value === "boolean") return value;
  const number = asNumber(value);
  return number === undefined ? null : number !== 0;
}

/** Returns a value as a number; undefined if it isn't one. */
export function asNumber(value: Value): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** Converts to a time; text in quotes is compared as a date with a date. */
function asMoment(value: Value): number | undefined {
  if (isTemporal(value)) return value.milliseconds;
  return typeof value === "string" ? readTemporal(value, 0)?.milliseconds : undefined;
}

import { hiddenCharacters } from "#shared/contract/values/visible-text.ts";

/** A text as models get it: without hidden characters, and well formed. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(hiddenCharacters, "");
}

/** The same for every text of a value, the names of fields included. */
export function plainValue<T>(value: T): T;
export function plainValue(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [plainText(name), plainValue(field)]));
}

/** A value without the fields that say nothing: null, undefined, an empty text. */
export function withoutEmpty<T>(value: T): T;
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined && field !== null && field !== "")
      .map(([name, field]) => [name, withoutEmpty(field)]),
  );
}

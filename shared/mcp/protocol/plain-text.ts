import { withoutHidden } from "#shared/contract/texts/visible-text.ts";

/** Returns well-formed text without hidden characters, for models. */
export function plainText(text: string): string {
  return withoutHidden(text.toWellFormed());
}

/** Applies `plainText` to every text in a value, including field names. */
export function plainValue<T>(value: T): T;
export function plainValue(value: unknown): unknown {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [plainText(name), plainValue(field)]));
}

/** Returns a value without empty fields: null, undefined and empty text. */
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

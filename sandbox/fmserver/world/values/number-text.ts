const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns a plain number as a number, other text unchanged: number fields can contain both. */
export function readUsNumber(text: string): number | string {
  const trimmed = text.trim();
  if (!PLAIN.test(trimmed)) return text;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : text;
}

/** Returns the number in a cell; undefined if there is none. Text around digits is ignored, as in FileMaker. */
export function numberIn(value: string | number): number | undefined {
  if (typeof value === "number") return value;
  const digits = value.replace(/[^0-9.-]/g, "");
  if (digits === "" || !/\d/.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isNaN(number) ? undefined : number;
}

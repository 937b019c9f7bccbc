const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A plain number as a number, anything else as the text it is: number fields hold both. */
export function readUsNumber(text: string): number | string {
  const trimmed = text.trim();
  if (!PLAIN.test(trimmed)) return text;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : text;
}

/** The number in a cell, or undefined where there is none; text around digits is ignored, as FileMaker does. */
export function numberIn(value: string | number): number | undefined {
  if (typeof value === "number") return value;
  const digits = value.replace(/[^0-9.-]/g, "");
  if (digits === "" || !/\d/.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isNaN(number) ? undefined : number;
}

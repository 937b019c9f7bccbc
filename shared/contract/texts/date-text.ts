/** Format of a date or a time, as in JSON Schema. */
export type DateFormat = "date" | "date-time";

const forms = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/,
} as const;

/** Returns true if a text is an existing date or time in this format (RFC 3339). */
export function isDateText(text: string, format: DateFormat): boolean {
  if (!forms[format].test(text) || Number.isNaN(Date.parse(text))) return false;
  // A parser takes February 30 for March 2.
  const day = text.slice(0, "2026-11-20".length);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

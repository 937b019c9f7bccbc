/** Order of day, month and year that a file or a caller can choose. */
export type DateOrder = "MM/DD/YYYY" | "DD/MM/YYYY" | "YYYY-MM-DD";

/** Formats an ISO date, time or timestamp; other texts are returned unchanged. */
export function formatDateText(iso: string, order: DateOrder): string {
  if (order === "YYYY-MM-DD" || iso.length < 10 || iso[4] !== "-") return iso;
  const year = iso.slice(0, 4);
  const month = iso.slice(5, 7);
  const day = iso.slice(8, 10);
  const date = order === "MM/DD/YYYY" ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
  return date + iso.slice(10);
}

/** Parses a date to its ISO form; undefined if it is invalid. */
export function parseDate(text: string, order: DateOrder): string | undefined {
  const iso = order === "YYYY-MM-DD";
  const parts = (iso ? /^(\d{4})-(\d{1,2})-(\d{1,2})$/ : /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/).exec(text.trim());
  if (parts === null) return undefined;
  const [, first = "", second = "", third = ""] = parts;
  if (iso) return isoDate(first, second, third);
  return order === "MM/DD/YYYY" ? isoDate(third, first, second) : isoDate(third, second, first);
}

/** Parses `HH:mm[:ss]`, optionally with AM or PM, to its ISO form; undefined if it is invalid. Times of 24 hours and more are durations. */
export function parseTime(text: string): string | undefined {
  const parts = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?(?:\s*(am|pm))?$/i.exec(text.trim());
  if (parts === null) return undefined;
  const [, hourText = "", minutes = "", seconds = "0", half] = parts;
  let hours = Number(hourText);
  if (half !== undefined) hours = (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return `${two(hours)}:${two(Number(minutes))}:${two(Number(seconds))}`;
}

/** Parses a timestamp to its ISO form with a space; undefined if it is invalid. A date without a time is midnight. */
export function parseTimestamp(text: string, order: DateOrder): string | undefined {
  const [, dateText = "", timeText] = /^(\S+?)(?:[T\s]\s*(.+))?$/.exec(text.trim()) ?? [];
  const date = parseDate(dateText, order);
  const time = timeText === undefined ? "00:00:00" : parseTime(timeText);
  return date === undefined || time === undefined ? undefined : `${date} ${time}`;
}

/** Returns the ISO date and time of an instant, in a time zone in minutes east of UTC. */
export function isoAt(milliseconds: number, utcOffsetMinutes: number): string {
  return new Date(milliseconds + utcOffsetMinutes * 60_000).toISOString().replace("T", " ").slice(0, 19);
}

function isoDate(year: string, month: string, day: string): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  return `${year}-${two(Number(month))}-${two(Number(day))}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

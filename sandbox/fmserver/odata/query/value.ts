/** Date, time or timestamp; local time in milliseconds, for a date at midnight, for a time without a date. */
export interface Temporal {
  readonly kind: "date" | "time" | "timestamp";
  readonly milliseconds: number;
}

/** Result of an expression; an empty field is null. */
export type Value = null | boolean | number | string | Temporal;

export function isTemporal(value: Value): value is Temporal {
  return typeof value === "object" && value !== null;
}

/**
 * Parses a date, time or timestamp in filters, keys and bodies; undefined if it is invalid. Offsets are converted to the server's time
 * zone.
 */
export function readTemporal(text: string, utcOffsetMinutes: number): Temporal | undefined {
  const [, date, dayTime, zone, onlyTime] = PATTERN.exec(text) ?? [];
  const time = dayTime ?? onlyTime;
  if (date === undefined && time === undefined) return undefined;
  const day = date === undefined ? 0 : Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day) || (date !== undefined && new Date(day).toISOString().slice(0, 10) !== date)) return undefined;
  const clock = time === undefined ? 0 : clockTime(time);
  if (clock === undefined) return undefined;
  const milliseconds = day + clock;
  if (time === undefined) return { kind: "date", milliseconds };
  if (date === undefined) return { kind: "time", milliseconds };
  // Z marks the server's own local time; other offsets are real.
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):(\d\d)$/.exec(zone ?? "") ?? [];
  if (sign === undefined) return { kind: "timestamp", milliseconds };
  const east = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return { kind: "timestamp", milliseconds: milliseconds + (utcOffsetMinutes - east) * 60_000 };
}

/** Returns the stored form: ISO 8601, with a space between date and time. */
export function temporalText({ kind, milliseconds }: Temporal): string {
  if (kind === "time") return clockText(milliseconds);
  const iso = new Date(milliseconds).toISOString();
  return kind === "date" ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

const PATTERN =
  /^(?:(\d{4}-\d\d-\d\d)(?:[T ](\d{1,4}:\d\d(?::\d\d(?:\.\d{1,12})?)?)(Z|[+-]\d\d:\d\d)?)?)$|^(\d{1,4}:\d\d(?::\d\d(?:\.\d{1,12})?)?)$/;

function clockTime(text: string): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  if (minutes > 59 || seconds >= 60) return undefined;
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000);
}

/** Returns a time as text. Hours can be 24 and more, because FileMaker's times are also durations. */
function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

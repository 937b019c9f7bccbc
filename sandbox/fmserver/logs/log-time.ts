/** A time as FileMaker Server's logs write it: local, with milliseconds, a blank, and the offset without colon. */
export function logTime(milliseconds: number, utcOffsetMinutes: number): string {
  const local = localTime(milliseconds, utcOffsetMinutes);
  return `${local.slice(0, 10)} ${local.slice(11, 23)} ${offset(utcOffsetMinutes, "")}`;
}

/** A time as fmodata.log alone writes it: ISO 8601 with microseconds and a colon in the offset. */
export function odataLogTime(milliseconds: number, utcOffsetMinutes: number): string {
  return `${localTime(milliseconds, utcOffsetMinutes).slice(0, 23)}000${offset(utcOffsetMinutes, ":")}`;
}

/** The server's own date and time, as ISO 8601 spells it. */
export function localTime(milliseconds: number, utcOffsetMinutes: number): string {
  return new Date(milliseconds + utcOffsetMinutes * 60_000).toISOString();
}

function offset(utcOffsetMinutes: number, colon: string): string {
  const sign = utcOffsetMinutes < 0 ? "-" : "+";
  const minutes = Math.abs(utcOffsetMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${sign}${hours}${colon}${rest}`;
}

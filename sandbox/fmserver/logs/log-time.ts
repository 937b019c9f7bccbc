/** Returns a time as in FileMaker Server's logs: local, with milliseconds, a space, and the offset without a colon. */
export function logTime(milliseconds: number, utcOffsetMinutes: number): string {
  const local = localTime(milliseconds, utcOffsetMinutes);
  return `${local.slice(0, 10)} ${local.slice(11, 23)} ${offset(utcOffsetMinutes, "")}`;
}

/** Returns a time as in fmodata.log: ISO 8601 with microseconds and a colon in the offset. */
export function odataLogTime(milliseconds: number, utcOffsetMinutes: number): string {
  return `${localTime(milliseconds, utcOffsetMinutes).slice(0, 23)}000${offset(utcOffsetMinutes, ":")}`;
}

/** Returns the server's local date and time in ISO 8601. */
export function localTime(milliseconds: number, utcOffsetMinutes: number): string {
  return new Date(milliseconds + utcOffsetMinutes * 60_000).toISOString();
}

function offset(utcOffsetMinutes: number, colon: string): string {
  const sign = utcOffsetMinutes < 0 ? "-" : "+";
  const minutes = Math.abs(utcOffsetMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${sign}${hours}${colon}${rest}`;
}

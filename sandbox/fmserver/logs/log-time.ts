/** A time as FileMaker Server's logs write it: local, with milliseconds, a blank, and the offset without colon. */
export function logTime(milliseconds: number, utcOffsetMinutes: number): string {
  const local = new Date(milliseconds + utcOffsetMinutes * 60_000).toISOString();
  const sign = utcOffsetMinutes < 0 ? "-" : "+";
  const minutes = Math.abs(utcOffsetMinutes);
  const offset = String(Math.floor(minutes / 60)).padStart(2, "0") + String(minutes % 60).padStart(2, "0");
  return `${local.slice(0, 10)} ${local.slice(11, 23)} ${sign}${offset}`;
}

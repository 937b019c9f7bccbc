const dayMs = 24 * 60 * 60_000;

/**
 * Parses a local time without an offset, such as `2026-11-20T00:00:00`. Returns the time in milliseconds since the epoch at which the clocks
 * of the zone show it: the first one if they show it twice. A time in a gap is moved forward by the length of the gap.
 */
export function parseLocalTime(timestamp: string, timeZone: string): number {
  const shown = Date.parse(`${timestamp}Z`);
  const before = shown - offsetAt(shown - dayMs, timeZone);
  const after = shown - offsetAt(shown + dayMs, timeZone);
  const exact = [before, after].filter((at) => at + offsetAt(at, timeZone) === shown);
  return exact.length === 0 ? before : Math.min(...exact);
}

/** Returns the offset of a zone from UTC at a time, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}

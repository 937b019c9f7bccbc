const stamp = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(?: ?(Z|[+-]\d\d:?\d\d))?/;

/** Parses the time stamp at the beginning of a line. It includes its UTC offset, which changes with daylight saving time. */
export function leadingTime(line: string): number | undefined {
  const [, date, time, fraction = "", zone = "Z"] = stamp.exec(line) ?? [];
  if (date === undefined) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, "0");
  const offset = zone === "Z" || zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const moment = Date.parse(`${date}T${time}.${milliseconds}${offset}`);
  return Number.isNaN(moment) ? undefined : moment;
}

const forms: readonly (readonly [form: RegExp, order: string])[] = [
  [
    /\b(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?<gap>[T ])?(?:(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d))?/g,
    "ymd-",
  ],
  [
    /\b(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})(?<gap> )?(?:(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d))?/g,
    "mdy/",
  ],
];

/** Moves the dates in a text by an offset, in the form that they have. */
export function shiftedTimes(text: string, offsetMs: number): string {
  let shifted = text;
  for (const [form, order] of forms)
    shifted = shifted.replaceAll(form, (...found: unknown[]) => {
      const all = String(found[0]);
      const {
        year,
        month,
        day,
        gap = "",
        hour,
        minute = "0",
        second = "0",
      } = found.at(-1) as Record<string, string | undefined>;
      // FileMaker writes the year 0000 for a time that doesn't exist.
      if (year === "0000") return all;
      const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
      const time = hour === undefined ? 0 : (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000;
      const moved = new Date(at + time + offsetMs).toISOString();
      const [date = "", clock = ""] = moved.slice(0, 19).split("T");
      const [y, m, d] = date.split("-");
      const dated = order === "ymd-" ? date : `${m}/${d}/${y}`;
      return hour === undefined ? dated + gap : dated + gap + clock;
    });
  return shifted;
}

const number = /^\d{1,16}(?:\.\d{1,9})?$/;
/** See RFC 3339, 5.6. */
const dateTime = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;
/** See RFC 9110, 5.6.7. */
const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * Returns a time of signing in milliseconds since the epoch: a number in the given unit, an RFC 3339 time, or an HTTP date. Undefined for
 * other text: a lenient parser would accept `1700000000abc`, which was signed under other rules.
 */
export function signingTime(text: string, unit: "s" | "ms"): number | undefined {
  if (number.test(text)) return Number(text) * (unit === "s" ? 1000 : 1);
  const [, day, time, fraction = "", zone] = dateTime.exec(text) ?? [];
  const at =
    day === undefined
      ? timeOfHttpDate(text)
      : Date.parse(`${day}T${time}${fraction.slice(0, 4)}${zone?.toUpperCase()}`);
  return Number.isNaN(at) ? undefined : at;
}

function timeOfHttpDate(text: string): number {
  return httpDate.test(text) ? Date.parse(text) : Number.NaN;
}

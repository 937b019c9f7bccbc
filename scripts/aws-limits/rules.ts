/** Limit of AWS that the product relies on or a guide names. */
export interface AwsLimit {
  readonly service: string;
  readonly limit: string;
  readonly value: string;
  /** AWS's page with the limit. */
  readonly page: string;
  /** Date on which the page was last compared with the value: `2026-11-27`. */
  readonly checkedOn: string;
  /** File that relies on the limit. */
  readonly reliedOnBy: string;
  /** Test that fails if our side no longer fits the limit. */
  readonly test: string;
  /** Quantities with which guides name it, such as `200 MB`. */
  readonly named?: readonly string[];
}

/** Section of a guide whose quantities must be in the table. */
export interface GuideSection {
  readonly guide: string;
  readonly heading: string;
  /** Quantities there that are our own, with the file that sets each. */
  readonly own: Readonly<Record<string, string>>;
}

const quantity =
  /(?<![\w$.,-])\d[\d,.]*(?: to \d[\d,.]*)? (?:bytes|KB|MB|GB|TB|s|seconds|minutes|hours|days|writes|reads|a second)\b/g;

/** Returns the quantities in a section that are neither in a row nor our own. */
export function unlistedQuantities(
  text: string,
  section: GuideSection,
  limits: readonly AwsLimit[],
): readonly string[] {
  const known = new Set([...limits.flatMap(({ named = [] }) => named), ...Object.keys(section.own)]);
  return [...sectionOf(text, section.heading).matchAll(quantity)]
    .map(([found]) => found)
    .filter((one) => !known.has(one));
}

/** Returns the names of rows whose page or files are missing. */
export function incompleteLimits(limits: readonly AwsLimit[], exists: (path: string) => boolean): readonly string[] {
  return limits
    .filter(({ page, reliedOnBy, test }) => !page.startsWith("https://") || !exists(reliedOnBy) || !exists(test))
    .map(({ service, limit }) => `${service}: ${limit}`);
}

const yearMs = 366 * 24 * 60 * 60_000;

/**
 * Returns the names of rows that were checked more than a year before a day. The day is an argument: in the suite it is that of the row
 * checked last, so rows that were left out when others were checked again fail, and a suite that nobody changed stays green. The command
 * that makes a release passes the current day.
 */
export function overdueLimits(limits: readonly AwsLimit[], day: string): readonly string[] {
  return limits
    .filter(({ checkedOn }) => Date.parse(day) - Date.parse(checkedOn) > yearMs)
    .map(({ service, limit }) => `${service}: ${limit}`);
}

/** Returns the text below a heading, up to the next heading or, below a bold line, the next bold line. */
function sectionOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const first = lines.indexOf(heading);
  if (first < 0) throw new Error(`The guide has no line ${heading}`);
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => /^#|^\*\*[^*]+\*\*$/.test(line));
  return rest.slice(0, end < 0 ? rest.length : end).join("\n");
}

import type { AwsLimit, GuideSection } from "../../scripts/aws-limits/rules.ts";

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

/** Returns the text below a heading, up to the next heading or, below a bold line, the next bold line. */
function sectionOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const first = lines.indexOf(heading);
  if (first < 0) throw new Error(`The guide has no line ${heading}`);
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => /^#|^\*\*[^*]+\*\*$/.test(line));
  return rest.slice(0, end < 0 ? rest.length : end).join("\n");
}

import { words } from "../words/words.ts";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago, and exactly when on hover. Null: never. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="text-muted">{words.time.never}</span>;
  return (
    <time dateTime={at} title={exactly(at)} className="whitespace-nowrap">
      {relativeTo(Date.now(), at)}
    </time>
  );
}

export function exactly(at: string): string {
  return exact.format(new Date(at));
}

function relativeTo(now: number, at: string): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  return words.time.justNow;
}

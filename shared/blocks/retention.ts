import { momentOf } from "./object-names.ts";

/** How long snapshots are kept. Days and months are those of UTC; the newest snapshot is kept whatever its age. */
export interface Retention {
  /** All of them for so many days. */
  readonly allDays: number;
  /** The newest of each day for so many days. */
  readonly dailyDays: number;
  /** The newest of each month for so many months of 31 days. */
  readonly monthlyMonths: number;
}

const dayMs = 24 * 60 * 60_000;

/** The names of the snapshots that are kept. */
export function keptSnapshots(
  names: Iterable<string>,
  { allDays, dailyDays, monthlyMonths }: Retention,
  now: number,
): ReadonlySet<string> {
  const kept = new Set<string>();
  const days = new Set<string>();
  const months = new Set<string>();
  for (const name of [...names].sort().reverse()) {
    const moment = momentOf(name);
    const ageDays = (now - moment) / dayMs;
    const date = new Date(moment).toISOString();
    const isFirstOf = (seen: Set<string>, length: number) => seen.size < seen.add(date.slice(0, length)).size;
    const isOfDay = isFirstOf(days, "2026-11-20".length);
    const isOfMonth = isFirstOf(months, "2026-11".length);
    if (
      kept.size === 0 ||
      ageDays < allDays ||
      (isOfDay && ageDays < dailyDays) ||
      (isOfMonth && ageDays < monthlyMonths * 31)
    )
      kept.add(name);
  }
  return kept;
}

import { momentOf } from "./object-names.ts";

/** Retention of snapshots. Days and months are in UTC. The newest snapshot is always kept. */
export interface Retention {
  /** Number of days for which all snapshots are kept. */
  readonly allDays: number;
  /** Number of days for which the newest snapshot of each day is kept. */
  readonly dailyDays: number;
  /** Number of months of 31 days for which the newest snapshot of each month is kept. */
  readonly monthlyMonths: number;
}

const dayMs = 24 * 60 * 60_000;

/** Returns the names of the snapshots to keep. */
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

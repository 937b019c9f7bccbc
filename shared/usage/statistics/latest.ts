import { hourMs, minuteMs } from "../period.ts";
import type { Row } from "../series.ts";
import { Totals } from "../series.ts";
import type { UsageStore } from "../store.ts";

/** Maximum age of readings. Older ones don't describe the current state. */
const freshMs = 5 * minuteMs;

/** Returns the latest readings of every writer, for a scrape of current values. */
export async function latestReadings(store: Pick<UsageStore, "minutes">, now: number): Promise<readonly Row[]> {
  const from = now - freshMs;
  const hours = new Set([from, now].map((moment) => moment - (moment % hourMs)));
  const minutes = (await Promise.all([...hours].map((hour) => store.minutes(hour)))).flat();
  const totals = new Totals();
  const byWriter = Map.groupBy(
    minutes.filter(({ start }) => start >= from),
    ({ writer }) => writer,
  );
  for (const own of byWriter.values()) totals.addRows(own.at(-1)?.rows ?? []);
  return totals.rows();
}

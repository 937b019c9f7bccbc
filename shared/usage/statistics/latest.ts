import { hourMs, minuteMs } from "../period.ts";
import type { Row } from "../series.ts";
import { Totals } from "../series.ts";
import type { UsageStore } from "../store.ts";

/** What is older says nothing of the server as it is now. */
const freshMs = 5 * minuteMs;

/** The newest readings of every writer: of a scrape, which asks for the present. */
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

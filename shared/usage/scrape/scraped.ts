import { type LabelName, type MetricName, metricOf } from "../metrics/contract.ts";
import { dayMs } from "../period.ts";
import type { UsageReader } from "../reader.ts";
import { type Labels, type Row, type StoredValue, Totals } from "../series.ts";

/** Data for a scrape: sums since a time. Times are in milliseconds since the epoch. */
export interface Scraped {
  readonly since: number;
  readonly rows: readonly Row[];
}

/** Labels of histograms. A histogram has many lines; one per key would be too many. */
const ofHistograms: ReadonlySet<LabelName> = new Set(["file", "api", "method", "kind", "server"]);

/** Sums rows by the labels that a scrape shows. */
export function scrapedTotals() {
  const totals = new Totals();
  return {
    add(rows: readonly Row[]): void {
      for (const { labels, values } of rows)
        for (const [metric, value] of Object.entries(values) as [MetricName, StoredValue][])
          totals.add(metricOf(metric).kind === "sketch" ? ofHistogram(labels) : labels, metric, value);
    },
    rows: (): readonly Row[] => totals.rows(),
  };
}

function ofHistogram(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => ofHistograms.has(name as LabelName)));
}

/** Returns the stored counts of the current UTC day, for installations where no process knows the counts of all others. */
export async function scrapedOfDay(reader: UsageReader, now: number): Promise<Scraped> {
  const since = now - (now % dayMs);
  const totals = scrapedTotals();
  await reader.read({ from: since, to: since + dayMs, source: "hours" }, now, ({ rows }) => totals.add(rows));
  return { since, rows: totals.rows() };
}

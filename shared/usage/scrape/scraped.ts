import { type LabelName, type MetricName, metricOf } from "../metrics/contract.ts";
import { dayMs } from "../period.ts";
import type { UsageReader } from "../reader.ts";
import { type Labels, type Row, type StoredValue, Totals } from "../series.ts";

/** What a scrape is made of: sums since a moment. Milliseconds since the epoch. */
export interface Scraped {
  readonly since: number;
  readonly rows: readonly Row[];
}

/** Labels of waiting times: a histogram has many lines, and one for each key would be too many. */
const ofHistograms: ReadonlySet<LabelName> = new Set(["file", "api", "method", "kind", "server"]);

/** Sums of rows under the labels that a scrape shows. */
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

/** What is stored of the day in UTC: where no process knows what all others count. */
export async function scrapedOfDay(reader: UsageReader, now: number): Promise<Scraped> {
  const since = now - (now % dayMs);
  const totals = scrapedTotals();
  await reader.read({ from: since, to: since + dayMs, source: "hours" }, now, ({ rows }) => totals.add(rows));
  return { since, rows: totals.rows() };
}

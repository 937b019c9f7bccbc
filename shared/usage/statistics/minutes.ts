import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import { type StatisticsMetricName, statisticsMetricNames } from "../metrics/contract.ts";
import { type Minute, minuteMs } from "../period.ts";
import { type Labels, type Row, Totals } from "../series.ts";

type Read = ReplyOf<"statistics.read">;

/** Groups readings of FileMaker Server by minute. Each minute is complete. */
export function serverMinutes(readings: Read["readings"]): Pick<Minute, "start" | "rows">[] {
  const minutes = Map.groupBy(readings, ({ at }) => at - (at % minuteMs));
  return [...minutes].map(([start, own]) => {
    const totals = new Totals();
    for (const { values } of own) addReadings(totals, {}, values);
    return { start, rows: totals.rows() };
  });
}

/** Returns readings of the host. */
export function hostRows(values: Read["host"]["values"], disks: Read["disks"]): readonly Row[] {
  const totals = new Totals();
  addReadings(totals, {}, values);
  for (const { folder, freeBytes, totalBytes } of disks) {
    const full = totalBytes > 0 && { hostDisk: ((totalBytes - freeBytes) / totalBytes) * 100 };
    addReadings(totals, { folder }, { hostDiskFree: freeBytes, ...full });
  }
  return totals.rows();
}

const known: ReadonlySet<string> = new Set(statisticsMetricNames);

/** Adds readings. Unknown readings from newer agents are ignored. */
function addReadings(totals: Totals, labels: Labels, values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values))
    if (known.has(name)) totals.add(labels, name as StatisticsMetricName, [1, value, value, value]);
}

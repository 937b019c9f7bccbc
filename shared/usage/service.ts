import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { CursorRefused } from "#shared/ports/table.ts";
import type { UsageSeries, usage } from "./contract.ts";
import { Figures, type Group, numbersOf, statisticsOf } from "./figures.ts";
import { type LabelName, type MetricName, metricOf } from "./metrics/contract.ts";
import type { UsageReader } from "./reader.ts";
import type { Labels } from "./series.ts";
import { requireLabels, windowOf } from "./window.ts";

const groupsPerPage = 100;

interface UsageServiceDependencies {
  readonly reader: UsageReader;
  readonly clock: Pick<Clock, "now">;
}

/** Creates the service for figures over time. */
export function usageService({ reader, clock }: UsageServiceDependencies): ServiceOf<typeof usage> {
  return {
    async getUsage({ metric, from, to, step, by = [], top, limit = groupsPerPage, cursor, ...filter }) {
      const where = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Labels;
      requireLabels(metric, [...by, ...(Object.keys(where) as LabelName[])]);
      const place = cursor === undefined ? undefined : placeIn(cursor);
      const now = clock.now();
      // All pages of a list cover the same time range.
      const window = windowOf({ from, to: to ?? (place && timestamp(place.to)), step }, now);
      const steps = (window.to - window.from) / window.stepMs;
      const figures = new Figures({ metric, by, where, steps });
      const isCounted = new Array<boolean>(steps).fill(false);
      const take: Parameters<UsageReader["read"]>[2] = ({ start, rows, isCovered }) => {
        const at = Math.floor((start - window.from) / window.stepMs);
        isCounted[at] ||= isCovered;
        figures.add(at, rows);
      };
      const { gaps, countedTo } = await reader.read(window, now, take, { by, where });
      const all = top === undefined ? figures.groups() : figures.top(top);
      const first = place?.group ?? 0;
      const page = top === undefined ? all.slice(first, first + limit) : all;
      const next = first + page.length;
      return {
        metric,
        kind: metricOf(metric).kind,
        unit: metricOf(metric).unit,
        from: timestamp(window.from),
        to: timestamp(window.to),
        stepSeconds: window.stepMs / 1000,
        countedTo: timestamp(countedTo),
        gaps: gaps.map((gap) => ({ ...gap, from: timestamp(gap.from), to: timestamp(gap.to) })),
        series: page.flatMap((group) => seriesOf(metric, group, isCounted)),
        groups: all.length,
        cursor: next < all.length ? cursorOf({ group: next, to: window.to }) : null,
      };
    },
  };
}

/** Returns a group as series, one for each statistic. */
function seriesOf(
  metric: MetricName,
  { labels, isRest, steps, total }: Group,
  isCounted: readonly boolean[],
): UsageSeries[] {
  const totals = numbersOf(metric, total);
  const values = steps.map((value, at) => (isCounted[at] === true ? numbersOf(metric, value) : undefined));
  return statisticsOf(metric).map((statistic, which) => ({
    labels,
    isRest,
    statistic,
    total: totals[which] ?? null,
    values: values.map((numbers) => numbers?.[which] ?? null),
  }));
}

/** Position at which a list continues: a group, in a range with this end. */
interface Place {
  readonly group: number;
  readonly to: number;
}

function cursorOf({ group, to }: Place): string {
  return Buffer.from(`${group} ${to}`).toString("base64url");
}

/** @throws CursorRefused */
function placeIn(cursor: string): Place {
  const [, group, to] = /^(\d{1,9}) (\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (group === undefined) throw new CursorRefused("This cursor isn't from a list of groups");
  return { group: Number(group), to: Number(to) };
}

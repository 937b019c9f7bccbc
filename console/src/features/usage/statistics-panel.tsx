import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { reading } from "../../api/query.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { statisticsMessages } from "../../messages/english/usage/statistics.ts";
import { TimeChart } from "../../ui/charts/time-chart.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import {
  type StatisticsChartName,
  statisticsChart,
  statisticsCharts,
  statisticsQuestion,
} from "./statistics-charts.ts";
import type { UsageRange } from "./usage-view.ts";

const text = statisticsMessages;
const refreshMs = 60_000;

/** Charts of the server and its machine, refreshed every minute. `none` is shown instead if there are no measurements. */
export function StatisticsPanel({
  names,
  range,
  actions,
  none,
}: {
  readonly names: readonly StatisticsChartName[];
  readonly range: UsageRange;
  readonly actions?: ReactNode;
  readonly none: ReactNode;
}) {
  const read = useQuery({
    ...reading("GET /svc/api/statistics", statisticsQuestion(names, range, serviceNow())),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const charts = useMemo(
    () => (read.data ? names.map((name) => ({ name, data: statisticsChart(name, read.data) })) : []),
    [read.data, names],
  );
  const isEmpty = charts.every(({ data }) =>
    data.series.every(({ values }) => values.every((value) => value === null)),
  );
  if (isEmpty && none === null) return null;
  return (
    <Panel title={text.title} text={text.text} actions={actions}>
      <ReadFailure reads={[read]} />
      {read.data && isEmpty ? (
        none
      ) : (
        <div className="grid gap-x-6 gap-y-4 lg:grid-cols-2 xl:grid-cols-3">
          {charts.map(({ name, data }) => (
            <TimeChart
              key={name}
              title={text.charts[name]}
              kind={statisticsCharts[name].kind}
              data={data}
              form={statisticsCharts[name].form}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}

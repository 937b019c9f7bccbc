import { type ReactNode, useMemo } from "react";
import { usageMessages } from "../../messages/english/usage/usage.ts";
import type { ChartMark } from "../../ui/charts/chart-data.ts";
import { TimeChart } from "../../ui/charts/time-chart.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { isOtherSubject, jobNames, type NameOf, type UsageSplit } from "./series-names.ts";
import { UsageBar } from "./usage-bar.tsx";
import { callSeries, chartOf, errorSeries, failingSince, percentileSeries, weekAgoSeries } from "./usage-charts.ts";
import type { UsageFilter } from "./usage-questions.ts";
import type { UsageView } from "./usage-view.ts";
import { useUsage } from "./use-usage.ts";

const text = usageMessages;
const count = { format: (value: number) => wholes.format(value), leastStep: 1 };
const wholes = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const milliseconds = { format: (value: number) => text.milliseconds(Number(value.toPrecision(3)).toLocaleString()) };

/** Number of calls, waiting times and errors over time: for everything, a key or a file. */
export default function UsagePanel({
  filter,
  splits,
  view,
  marks,
  nameOf,
  onView,
}: {
  readonly filter: UsageFilter;
  readonly splits: readonly UsageSplit[];
  readonly view: UsageView;
  /** Events in the same period. */
  readonly marks: readonly ChartMark[];
  readonly nameOf: NameOf;
  readonly onView: (view: UsageView) => void;
}) {
  const { calls, waits, errors, refusals, callsBefore, waitsBefore } = useUsage(view, filter);
  const callsChart = useMemo(() => {
    if (calls.data === undefined) return undefined;
    const weekAgo = callsBefore.data && weekAgoSeries(callsBefore.data, "sum", calls.data);
    const series = callSeries(calls.data, view.split === "jobs" ? jobNames : nameOf);
    return chartOf([calls.data], { series, weekAgo, marks });
  }, [calls.data, callsBefore.data, nameOf, marks, view.split]);
  const waitsChart = useMemo(() => {
    if (waits.data === undefined) return undefined;
    const weekAgo = waitsBefore.data && weekAgoSeries(waitsBefore.data, "p95", waits.data);
    return chartOf([waits.data], { series: percentileSeries(waits.data, ["p50", "p95"]), weekAgo, marks });
  }, [waits.data, waitsBefore.data, marks]);
  const errorsChart = useMemo(() => {
    if (errors.data === undefined) return undefined;
    return chartOf([errors.data], { series: errorSeries(errors.data, refusals.data), marks });
  }, [errors.data, refusals.data, marks]);
  const isOther = isOtherSubject(view.split);
  const failing = view.split === "outcome" && calls.data !== undefined ? failingSince(calls.data) : undefined;
  return (
    <Panel title={text.title} actions={<UsageBar view={view} splits={splits} onChange={onView} />}>
      <ReadFailure reads={[calls, waits, errors]} />
      {failing !== undefined && (
        <p className="mb-3 text-bad">
          {text.failing(failing.calls)} <Moment at={new Date(failing.at).toISOString()} />.
        </p>
      )}
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-3">
        <Plotted>
          {callsChart && (
            <TimeChart
              title={isOther ? text.splits[view.split] : text.calls}
              kind="bars"
              data={callsChart}
              form={count}
            />
          )}
        </Plotted>
        <Plotted>
          {waitsChart && (
            <TimeChart
              title={isOther ? text.durations : text.waits}
              kind="lines"
              data={waitsChart}
              form={milliseconds}
            />
          )}
        </Plotted>
        <Plotted>
          {!isOther && errorsChart && <TimeChart title={text.errors} kind="bars" data={errorsChart} form={count} />}
        </Plotted>
      </div>
    </Panel>
  );
}

/** Reserves the height of a chart before it is loaded, so that content below doesn't move. */
function Plotted({ children }: { readonly children: ReactNode }) {
  return <div className="min-h-64 min-w-0">{children}</div>;
}

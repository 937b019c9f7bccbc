import type { AgentClient } from "#shared/agent/api.ts";
import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { Figures, numbersOf, statisticsOf } from "../figures.ts";
import { type MetricName, metricOf, type StatisticsMetricName } from "../metrics/contract.ts";
import { hourMs } from "../period.ts";
import type { UsageReader } from "../reader.ts";
import { windowOf } from "../window.ts";
import type { StatisticsSeries, StatisticsState, statistics } from "./contract.ts";
import type { StatisticsProgress, StatisticsSettings, StatisticsStore } from "./store.ts";
import type { SwitchStatistics } from "./switching.ts";

interface StatisticsServiceDependencies {
  readonly reader: UsageReader;
  readonly store: StatisticsStore;
  readonly switchStatistics: SwitchStatistics;
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly administrator: (call: Call) => Promise<AdminCredential>;
  /** Returns an Admin Console account for fmsadmin, for callers with a token. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly clock: Pick<Clock, "now">;
}

/** Timeout for the slowest calls: the agent needs a while to read a day of calls. */
const topCallsMs = 25_000;

/** Creates the service for FileMaker Server's statistics. */
export function statisticsService(dependencies: StatisticsServiceDependencies): ServiceOf<typeof statistics> {
  const { reader, store, switchStatistics, agentClient, administrator, anyAdministrator, clock } = dependencies;

  const accountOf = async (call: Call): Promise<AdminCredential | undefined> => {
    const own = await administrator(call);
    return "token" in own ? anyAdministrator() : own;
  };

  return {
    async getStatistics({ metrics, from, to, step }) {
      const now = clock.now();
      const window = windowOf({ from, to, step }, now);
      const steps = (window.to - window.from) / window.stepMs;
      const asked = [...new Set(metrics)].map((metric) => ({
        metric,
        figures: new Figures({ metric, by: metricOf(metric).labels, where: {}, steps }),
      }));
      const { countedTo } = await reader.read(window, now, ({ start, rows }) => {
        const at = Math.floor((start - window.from) / window.stepMs);
        for (const { figures } of asked) figures.add(at, rows);
      });
      return {
        from: timestamp(window.from),
        to: timestamp(window.to),
        stepSeconds: window.stepMs / 1000,
        countedTo: timestamp(countedTo),
        series: asked.flatMap(({ metric, figures }) => seriesOf(metric, figures)),
      };
    },

    async getStatisticsState() {
      return stateOf(await store.settings(), await store.progress());
    },

    async changeStatistics({ server, topCalls }, call) {
      const before = await store.settings();
      const next = { ...before, server: server ?? before.server, topCalls: topCalls ?? before.topCalls };
      // Switched before it is stored, so that a setting that FileMaker Server rejects isn't kept.
      if (server === true) await switchStatistics("serverstats", "enable", await accountOf(call));
      if (topCalls !== undefined)
        await switchStatistics("topcallstats", topCalls ? "enable" : "disable", await accountOf(call));
      await store.keepSettings(next);
      return stateOf(next, await store.progress());
    },

    async getTopCalls({ from, to, by, top }) {
      const end = to === undefined ? clock.now() : Date.parse(to);
      const begin = from === undefined ? end - hourMs : Date.parse(from);
      if (begin >= end) throw new ServiceError("usage_range_refused", { text: "`from` must be before `to`" });
      const fields = { from: begin, to: end, top, ...(by !== undefined && { by }) };
      const { calls, ...found } = await agentClient().request("statistics.topCalls", fields, {
        deadlineMs: topCallsMs,
      });
      return {
        from: timestamp(begin),
        to: timestamp(end),
        calls: calls.map((call) => ({ ...call, startedAt: timestamp(call.startedAt) })),
        ...found,
      };
    },
  };
}

/** Returns a metric as series, one for each of its folders and statistics. */
function seriesOf(metric: StatisticsMetricName, figures: Figures): StatisticsSeries[] {
  return figures.groups().flatMap(({ labels, steps, total }) => {
    const totals = numbersOf(metric, total);
    const values = steps.map((value) => numbersOf(metric, value));
    return statisticsOf(metric).map((statistic, which) => ({
      metric,
      unit: metricOf(metric as MetricName).unit,
      labels,
      statistic,
      total: totals[which] ?? null,
      values: values.map((numbers) => numbers[which] ?? null),
    }));
  });
}

function stateOf({ server, topCalls }: StatisticsSettings, progress: StatisticsProgress | undefined): StatisticsState {
  const moment = (at: number | null | undefined) => (at == null ? null : timestamp(at));
  return {
    server,
    topCalls,
    readTo: moment(progress?.readTo),
    lastServerLineAt: moment(progress?.lastServerLine),
    lastTopCallLineAt: moment(progress?.lastTopCallLine),
    trouble: progress?.serverAttempt?.failure ?? progress?.topCallsAttempt?.failure ?? null,
  };
}

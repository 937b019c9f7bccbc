import { StoreFull } from "#shared/ports/table.ts";
import { verdictOf } from "#shared/server/rules.ts";
import { alertEvaluation as evaluationOf } from "#shared/usage/alerts/evaluation.ts";
import { alertStore } from "#shared/usage/alerts/store.ts";
import { usageReader as readerOf, type UsageReader } from "#shared/usage/reader.ts";
import { usageRecorder as recorderOf, type UsageRecorder } from "#shared/usage/recorder.ts";
import { usageRollups as rollupsOf, type UsageRollups } from "#shared/usage/rollups.ts";
import { collectedStatistics } from "#shared/usage/statistics/collecting.ts";
import { statisticsStore } from "#shared/usage/statistics/store.ts";
import { switchingStatistics } from "#shared/usage/statistics/switching.ts";
import { usageStore } from "#shared/usage/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { anyAdministrator } from "./filemaker.ts";
import { type AgentPlatform, agentClient } from "./work.ts";

/** Milliseconds during which an hour can still get readings: a host that was unavailable delivers them late. */
const lateMs = 60 * 60_000;

/** Turns FileMaker Server's statistics on and off. */
export const switchStatistics = memoized((platform: AgentPlatform) =>
  switchingStatistics({ agentClient: () => agentClient(platform), verdictOf }),
);

/** Reads statistics and keeps them turned on. */
export const statisticsCollection = memoized((platform: AgentPlatform) => {
  const { clock } = platform;
  const figures = statisticsFigures(platform);
  return collectedStatistics({
    store: statisticsStore(platform.table),
    figures,
    rollups: rollupsOf({ store: figures, reader: statisticsReader(platform), clock, lateMs }),
    agentClient: () => agentClient(platform),
    switchStatistics: switchStatistics(platform),
    anyAdministrator: anyAdministrator(platform),
    clock,
  });
});

export type AlertPlatform = Pick<Platform, "table" | "clock" | "counters">;

/** Figures per minute that rules watch. */
export const watchedFigures = memoized(({ table }: Pick<Platform, "table">) => usageStore(table, "watched"));

/** Evaluates alert rules. */
export const alertEvaluation = memoized((platform: AlertPlatform) =>
  evaluationOf({
    store: alertStore(platform.table),
    usage: usageStore(platform.table),
    statistics: statisticsFigures(platform),
    watched: watchedFigures(platform),
    clock: platform.clock,
    lagMs: lagMsOf(platform),
  }),
);

/** Stores the in-memory counts of this process. */
export const usageRecorder = memoized(
  ({ counters, ...platform }: Pick<Platform, "clock" | "counters" | "table">): UsageRecorder =>
    counters === undefined
      ? { flush: async () => undefined, close: async () => undefined }
      : recorderOf({ counters, store: usageStore(platform.table), clock: platform.clock }),
);

/** Milliseconds during which an hour can still get figures: a process may write late if the store was unavailable. */
const lateCountsMs = 60 * 60_000;

/** Rolls figures up into hours and days. */
export const usageRollups = memoized(
  (platform: Pick<Platform, "clock" | "table" | "counters">): UsageRollups =>
    rollupsOf({
      store: usageStore(platform.table),
      reader: usageReader(platform),
      clock: platform.clock,
      lateMs: lateCountsMs,
    }),
);

/** Maximum delay of a minute's figures: on AWS the log takes longer. */
const lagMs = { fromMemory: 2 * 60_000, fromLog: 5 * 60_000 };

export function lagMsOf({ counters }: Pick<Platform, "counters">): number {
  return counters === undefined ? lagMs.fromLog : lagMs.fromMemory;
}

/** Reads figures, including those of this process that aren't stored yet. */
export const usageReader = memoized((platform: Pick<Platform, "table" | "counters" | "clock">): UsageReader => {
  const reader = readerOf({ store: usageStore(platform.table), lagMs: lagMsOf(platform) });
  return {
    async read(...query) {
      await usageRecorder(platform)
        .flush()
        .catch((thrown: unknown) => {
          // What is stored can still be read. The timer tries again and reports the failure.
          if (!(thrown instanceof StoreFull)) throw thrown;
        });
      return reader.read(...query);
    },
  };
});

/** Reads FileMaker Server's statistics. */
export const statisticsReader = memoized(
  (platform: Pick<Platform, "table">): UsageReader =>
    readerOf({ store: statisticsFigures(platform), lagMs: lagMs.fromMemory }),
);

/** Stored figures of FileMaker Server's statistics. */
export const statisticsFigures = memoized(({ table }: Pick<Platform, "table">) => usageStore(table, "statistics"));

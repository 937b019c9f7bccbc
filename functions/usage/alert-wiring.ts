import { alertEvaluation as evaluationOf } from "#shared/usage/alerts/evaluation.ts";
import { pastOf } from "#shared/usage/alerts/past.ts";
import { alertService } from "#shared/usage/alerts/service.ts";
import { alertStore } from "#shared/usage/alerts/store.ts";
import { usageReader as readerOf } from "#shared/usage/reader.ts";
import { usageStore } from "#shared/usage/store.ts";
import { memoized } from "../memoized.ts";
import { notificationRecords } from "../notifications/publish-wiring.ts";
import type { Platform } from "../platform.ts";
import { lagMsOf, statisticsFigures, statisticsReader, usageReader, usageRecords } from "./record-wiring.ts";

type AlertPlatform = Pick<Platform, "table" | "clock" | "counters">;

export const alertRecords = memoized(({ table }: Pick<Platform, "table">) => alertStore(table));

/** Figures per minute that rules watch. */
const watchedFigures = memoized(({ table }: Pick<Platform, "table">) => usageStore(table, "watched"));

export const alerts = memoized((platform: AlertPlatform) =>
  alertService({
    store: alertRecords(platform),
    pastOf: pastOf({
      usage: usageReader(platform),
      statistics: statisticsReader(platform),
      watched: readerOf({ store: watchedFigures(platform), lagMs: lagMsOf(platform) }),
    }),
    destinations: async () => (await notificationRecords(platform).all()).map(({ id }) => id),
    clock: platform.clock,
  }),
);

/** Evaluates alert rules. */
export const alertEvaluation = memoized((platform: AlertPlatform) =>
  evaluationOf({
    store: alertRecords(platform),
    usage: usageRecords(platform),
    statistics: statisticsFigures(platform),
    watched: watchedFigures(platform),
    clock: platform.clock,
    lagMs: lagMsOf(platform),
  }),
);

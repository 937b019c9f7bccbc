import { destinationPartitions, notificationStore } from "#shared/notifications/store.ts";
import { alerts as alertContract } from "#shared/usage/alerts/contract.ts";
import { pastOf } from "#shared/usage/alerts/past.ts";
import { alertService } from "#shared/usage/alerts/service.ts";
import { alertRulePartitions, alertStatePartitions, alertStore } from "#shared/usage/alerts/store.ts";
import { usage } from "#shared/usage/contract.ts";
import { usageReader as readerOf } from "#shared/usage/reader.ts";
import { scrape } from "#shared/usage/scrape/contract.ts";
import { scrapedOfDay } from "#shared/usage/scrape/scraped.ts";
import { scrapeService } from "#shared/usage/scrape/service.ts";
import { metricsTokenPartitions, metricsTokenStore } from "#shared/usage/scrape/token-store.ts";
import { usageService } from "#shared/usage/service.ts";
import { latestReadings } from "#shared/usage/statistics/latest.ts";
import { statisticsPartitions, usagePartitions, watchedPartitions } from "#shared/usage/store.ts";
import { defineResource } from "../edge/resource.ts";
import { memoized } from "../memoized.ts";
import { needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";
import {
  type AlertPlatform,
  lagMsOf,
  statisticsFigures,
  statisticsReader,
  usageReader,
  watchedFigures,
} from "../wiring/figures.ts";

export const resource = defineResource({
  contract: { ...usage, ...scrape, ...alertContract },
  wiring: service,
  needs: needs(servesAdmins, {
    reads: [
      usagePartitions,
      statisticsPartitions,
      watchedPartitions,
      alertRulePartitions,
      alertStatePartitions,
      destinationPartitions,
      metricsTokenPartitions,
    ],
    writes: [usagePartitions, alertRulePartitions, alertStatePartitions, metricsTokenPartitions],
  }),
});

const alerts = memoized((platform: AlertPlatform) =>
  alertService({
    store: alertStore(platform.table),
    pastOf: pastOf({
      usage: usageReader(platform),
      statistics: statisticsReader(platform),
      watched: readerOf({ store: watchedFigures(platform), lagMs: lagMsOf(platform) }),
    }),
    destinations: async () => (await notificationStore(platform.table).all()).map(({ id }) => id),
    clock: platform.clock,
  }),
);

type UsagePlatform = Pick<Platform, "table" | "clock" | "counters" | "vault" | "ids">;

function service(platform: UsagePlatform) {
  const { table, vault, ids, clock, counters } = platform;
  const reader = usageReader(platform);
  return {
    ...usageService({ reader, clock }),
    ...alerts(platform),
    ...scrapeService({
      store: metricsTokenStore(table),
      vault,
      ids,
      clock,
      scraped: async () => (counters === undefined ? scrapedOfDay(reader, clock.now()) : counters.scraped(clock.now())),
      readings: () => latestReadings(statisticsFigures(platform), clock.now()),
    }),
  };
}

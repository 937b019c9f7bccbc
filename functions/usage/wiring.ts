import { scrapedOfDay } from "#shared/usage/scrape/scraped.ts";
import { scrapeService } from "#shared/usage/scrape/service.ts";
import { metricsTokenStore } from "#shared/usage/scrape/token-store.ts";
import { usageService } from "#shared/usage/service.ts";
import { latestReadings } from "#shared/usage/statistics/latest.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { alerts } from "./alert-wiring.ts";
import { statisticsFigures, usageReader } from "./record-wiring.ts";

type UsagePlatform = Pick<Platform, "table" | "clock" | "counters" | "vault" | "ids">;

export const usage = memoized((platform: UsagePlatform) => {
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
});

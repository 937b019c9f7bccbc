import { openLocation } from "#shared/backups/locations/open-location.ts";
import { locationService } from "#shared/backups/locations/service.ts";
import { locationStore } from "#shared/backups/locations/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

const locationRecords = memoized(({ table }: Pick<Platform, "table">) => locationStore(table));

/** Opens offsite locations by their names. */
export const offsiteLocations = memoized((platform: Pick<Platform, "table" | "vault">) =>
  openLocation(locationRecords(platform), platform.vault),
);

/** The backups resource. */
export const backups = memoized((platform: Pick<Platform, "table" | "vault" | "callouts" | "ids" | "clock">) => {
  const { vault, callouts, ids, clock } = platform;
  return locationService({ store: locationRecords(platform), vault, callouts, ids, clock });
});

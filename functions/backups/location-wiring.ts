import { openLocation } from "#shared/backups/locations/open-location.ts";
import { locationStore } from "#shared/backups/locations/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export const locationRecords = memoized(({ table }: Pick<Platform, "table">) => locationStore(table));

/** Opens offsite locations by name. */
export const offsiteLocations = memoized((platform: Pick<Platform, "table" | "vault">) =>
  openLocation(locationRecords(platform), platform.vault),
);

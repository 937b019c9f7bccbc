import { openLocation } from "#shared/backups/locations/open-location.ts";
import { locationStore } from "#shared/backups/locations/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Offsite locations as they are kept. */
export const locationRecords = memoized(({ table }: Pick<Platform, "table">) => locationStore(table));

/** Opens offsite locations by their names. */
export const offsiteLocations = memoized((platform: Pick<Platform, "table" | "vault">) =>
  openLocation(locationRecords(platform), platform.vault),
);

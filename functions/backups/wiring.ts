import { locationService } from "#shared/backups/locations/service.ts";
import { locationStore } from "#shared/backups/locations/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** The backups resource. */
export const backups = memoized(
  ({ table, vault, callouts, ids, clock }: Pick<Platform, "table" | "vault" | "callouts" | "ids" | "clock">) =>
    locationService({ store: locationStore(table), vault, callouts, ids, clock }),
);

import { locationService } from "#shared/backups/locations/service.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { locationRecords } from "./location-wiring.ts";

/** The backups resource. */
export const backups = memoized((platform: Pick<Platform, "table" | "vault" | "callouts" | "ids" | "clock">) => {
  const { vault, callouts, ids, clock } = platform;
  return locationService({ store: locationRecords(platform), vault, callouts, ids, clock });
});

import { google } from "#shared/identity/providers/google.ts";
import { identityService } from "#shared/identity/service.ts";
import { identityStore } from "#shared/identity/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

type IdentityPlatform = Pick<Platform, "table" | "vault" | "callouts" | "ids" | "clock" | "log" | "bodyMs">;

/** The identity resource. */
export const identity = memoized((platform: IdentityPlatform) => {
  const { table, callouts, vault, ids, clock, log, bodyMs } = platform;
  return identityService({ store: identityStore(table), provider: google(callouts), vault, ids, clock, log, bodyMs });
});

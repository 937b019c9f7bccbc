import { keysOfSet } from "#shared/backups/recovery/keys-of-set.ts";
import { recoveryStore } from "#shared/backups/recovery/store.ts";
import { openPlace } from "#shared/backups/restores/open-place.ts";
import { placedSnapshots } from "#shared/backups/restores/placed-snapshots.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { offsiteLocations } from "./location-wiring.ts";

/** The recovery key and the keys of backup sets. */
export const recoveryRecords = memoized(({ table }: Pick<Platform, "table">) => recoveryStore(table));

/** Decrypts the keys of backup sets for the agent. */
export const setKeysForHost = memoized((platform: Pick<Platform, "table" | "vault">) =>
  keysOfSet(recoveryRecords(platform), platform.vault),
);

/** Opens storage locations for reading. */
export const offsitePlaces = memoized((platform: Pick<Platform, "table" | "vault" | "callouts" | "clock">) =>
  openPlace({ openLocation: offsiteLocations(platform), callouts: platform.callouts, clock: platform.clock }),
);

/** Block-based backups at their storage locations. */
export const offsiteSnapshots = memoized((platform: Pick<Platform, "table" | "vault">) =>
  placedSnapshots(setKeysForHost(platform)),
);

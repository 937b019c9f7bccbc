import { licenseIn, licensePaths } from "#shared/filemaker/commands/license.ts";
import { licenseSampling } from "#shared/license/sampling.ts";
import { licensePartitions, licenseStore } from "#shared/license/store.ts";
import { licenseWatch } from "#shared/notifications/watches/license-watch.ts";
import { mayAskServer } from "#shared/system/rules.ts";
import { systemStore } from "#shared/system/store.ts";
import { anyAdministrator, fileMakerAdmin } from "../wiring/filemaker.ts";
import type { AddedParts } from "./added-parts.ts";

export const parts: AddedParts = {
  partitions: licensePartitions,
  secrets: [],
  watches(platform) {
    const { table, clock } = platform;
    const system = systemStore(table);
    const sampling = licenseSampling({
      store: licenseStore(table),
      read: async (credential) => licenseIn(await fileMakerAdmin(platform).get(credential, licensePaths)),
      mayAsk: async () => mayAskServer(await system.facts(), clock.now()),
      wasRefused: () => system.keepRefusal(clock.now()),
      anyAdministrator: anyAdministrator(platform),
      clock,
    });
    return {
      watch: licenseWatch(sampling.watched, new URL(platform.fileMakerOrigin).host),
      sweep: sampling.sweep,
    };
  },
};

import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { keySecrets, keyStore } from "#shared/keys/store.ts";
import { notificationStore, troublePartitions } from "#shared/notifications/store.ts";
import { fileMakerServerWatchName } from "#shared/notifications/watches/file-maker-server-watch.ts";
import { schedulePartitions, scheduleStore } from "#shared/schedules/store.ts";
import { statusPage } from "#shared/system/status-page/contract.ts";
import { heldStatus } from "#shared/system/status-page/held-status.ts";
import { publicStatus } from "#shared/system/status-page/public-status.ts";
import { statusPageService } from "#shared/system/status-page/service.ts";
import { statusPagePartitions, statusPageStore } from "#shared/system/status-page/store.ts";
import { systemPartitions } from "#shared/system/store.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";
import type { FileMakerPlatform } from "../wiring/filemaker.ts";
import { serverCommands, watchOfServer } from "../wiring/filemaker.ts";

export const resource = defineResource({
  contract: statusPage,
  wiring: service,
  needs: needs(servesAdmins, callsFileMaker, {
    opens: [keySecrets.admin],
    reads: [statusPagePartitions, schedulePartitions, troublePartitions, systemPartitions],
    writes: [statusPagePartitions, systemPartitions],
  }),
});

type StatusPlatform = FileMakerPlatform & Pick<Platform, "isDemo">;

/** Status page for users of files, and its settings. */
function service(platform: StatusPlatform) {
  const { table, vault, clock, isDemo } = platform;
  const store = statusPageStore(table);
  const accounts = storedAccounts({ store: keyStore(platform.table), vault });
  const troubles = notificationStore(table);
  const look = publicStatus({
    store,
    watch: watchOfServer(platform),
    server: serverCommands(platform),
    administrator: () => accounts.ofAnyAdminKey(),
    schedule: scheduleStore(table).get,
    awaySince: async () => (await troubles.troubles(fileMakerServerWatchName))[0]?.since,
    clock,
  });
  return statusPageService({ store, held: heldStatus({ store, look, clock }), isDemo });
}

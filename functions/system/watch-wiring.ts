import { serviceCommands } from "#shared/filemaker/commands/service-commands.ts";
import { serverProbe } from "#shared/filemaker/server-probe.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { databaseServer } from "#shared/system/parts/database-server.ts";
import { serverWatch } from "#shared/system/parts/watch.ts";
import { systemStore } from "#shared/system/store.ts";
import { adminCalls, type FileMakerPlatform, loginThrottle } from "../filemaker/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";

/** FileMaker Server as anyone sees it. */
export const probeOfServer = memoized((platform: FileMakerPlatform) =>
  serverProbe(platform.fileMaker, () => platform.clock.now(), loginThrottle(platform)),
);

/** Whether the Database Server runs, as an administrator's account sees it. */
export const databaseServerStatus = memoized((platform: FileMakerPlatform) => {
  const { table, vault, clock } = platform;
  const accounts = storedAccounts({ store: keyRecords(platform), vault });
  return databaseServer({
    store: systemStore(table),
    services: serviceCommands(adminCalls(platform)),
    administrator: () => accounts.ofAnyAdminKey(),
    clock,
  });
});

/** All parts of FileMaker Server. */
export const watchOfServer = memoized((platform: FileMakerPlatform) =>
  serverWatch({
    probe: probeOfServer(platform),
    databaseServer: databaseServerStatus(platform),
    clock: platform.clock,
  }),
);

import { serviceCommands } from "#shared/filemaker/commands/service-commands.ts";
import { serverProbe } from "#shared/filemaker/server-probe.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { databaseServer } from "#shared/system/parts/database-server.ts";
import { serverWatch } from "#shared/system/parts/watch.ts";
import { systemStore } from "#shared/system/store.ts";
import { adminCalls, type FileMakerPlatform, loginThrottle } from "../filemaker/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";

/** Checks FileMaker Server without credentials. */
export const probeOfServer = memoized((platform: FileMakerPlatform) =>
  serverProbe(platform.fileMaker, () => platform.clock.now(), loginThrottle(platform)),
);

/** Returns the state of the Database Server, as seen by an administrator account. */
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

/** Checks all components of FileMaker Server. */
export const watchOfServer = memoized((platform: FileMakerPlatform) =>
  serverWatch({
    probe: probeOfServer(platform),
    databaseServer: databaseServerStatus(platform),
    clock: platform.clock,
  }),
);

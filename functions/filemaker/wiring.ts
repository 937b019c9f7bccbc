import { type AdminApi, adminApi } from "#shared/filemaker/admin-api.ts";
import { type AdminCalls, adminCalls as callsOf } from "#shared/filemaker/commands/admin-calls.ts";
import { type ContainerUploads, containerUploads } from "#shared/filemaker/commands/container-uploads.ts";
import { type DataCalls, dataCalls } from "#shared/filemaker/commands/data-calls.ts";
import { serverCommands as commandsOf, type ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import { dataApi } from "#shared/filemaker/data-api.ts";
import { odata } from "#shared/filemaker/odata.ts";
import { adminSessionServer } from "#shared/filemaker/sessions/admin-session-server.ts";
import { loginThrottle as throttleOf } from "#shared/filemaker/sessions/login-throttle.ts";
import { type SessionPool, sessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { adminApiSessionPolicy, dataApiSessionPolicy } from "#shared/filemaker/sessions/session-server.ts";
import { sessionStore } from "#shared/filemaker/sessions/session-store.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
import { accountStatus, type KeyCachePlatform, promptTable } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { loginCounting } from "../usage/event-wiring.ts";

export type FileMakerPlatform = KeyCachePlatform &
  Pick<Platform, "ids" | "fileMaker" | "hasOneCallAtATime" | "knownNetworks" | "counting">;

/** Data API sessions, shared by keys and proxy. */
export const dataSessions = memoized(
  (platform: FileMakerPlatform): SessionPool =>
    sessionsOf(platform, {
      server: fileMakerData(platform),
      policy: { ...dataApiSessionPolicy, isSpread: platform.hasOneCallAtATime },
    }),
);

/** Data API calls in pooled sessions. */
export const fileMakerCalls = memoized(
  (platform: FileMakerPlatform): DataCalls =>
    dataCalls({ outbound: platform.fileMaker.dataApi, sessions: dataSessions(platform) }),
);

/** Container field uploads in pooled sessions. */
export const containerUploadsOf = memoized(
  (platform: FileMakerPlatform): ContainerUploads =>
    containerUploads({
      outbound: platform.fileMaker.dataApi,
      sessions: dataSessions(platform),
      ids: platform.ids,
    }),
);

/** Admin API sessions. */
export const adminSessions = memoized(
  (platform: FileMakerPlatform): SessionPool =>
    sessionsOf(platform, { server: adminSessionServer(() => fileMakerAdmin(platform)), policy: adminApiSessionPolicy }),
);

/** Options that differ per API. */
type SessionsOf = Pick<Parameters<typeof sessionPool>[0], "server" | "policy">;

function sessionsOf(platform: FileMakerPlatform, api: SessionsOf): SessionPool {
  const { table, vault, clock, ids, background, fileMakerOrigin } = platform;
  const store = sessionStore(table, vault, fileMakerOrigin);
  const promptStore = sessionStore(promptTable(platform), vault, fileMakerOrigin);
  const counted = loginCounting(platform);
  return sessionPool({
    ...{ store, promptStore, clock, ids, background, accountStatus: accountStatus(platform), counted },
    ...api,
  });
}

/** Admin API commands for files and clients, in pooled sessions of the calling account. */
export const serverCommands = memoized(
  (platform: FileMakerPlatform): ServerCommands => commandsOf(adminCalls(platform)),
);

/** Admin API calls in pooled sessions of an account. */
export const adminCalls = memoized((platform: FileMakerPlatform): AdminCalls => {
  const { vault, fileMaker } = platform;
  return callsOf({
    outbound: fileMaker.adminApi,
    sessions: adminSessions(platform),
    credentialId: async (account) => (await credentialIds(vault, "admin", account))[0],
  });
});

/** Throttle for all logins to FileMaker Server, shared by its APIs (R5.5). */
export const loginThrottle = memoized(({ clock }: Pick<Platform, "clock">) => throttleOf(clock));

export const fileMakerData = memoized((platform: Pick<Platform, "fileMaker" | "clock">) =>
  dataApi(platform.fileMaker.dataApi, loginThrottle(platform)),
);

export const fileMakerAdmin = memoized(
  (platform: FileMakerPlatform): AdminApi =>
    adminApi(platform.fileMaker.adminApi, () => adminSessions(platform).endIdleSession(), loginThrottle(platform)),
);

export const fileMakerOData = memoized((platform: Pick<Platform, "fileMaker" | "clock">) =>
  odata(platform.fileMaker.dataApi, loginThrottle(platform)),
);

import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { type AdminApi, adminApi } from "#shared/filemaker/admin-api.ts";
import { type AdminCalls, adminCalls as callsOf } from "#shared/filemaker/commands/admin-calls.ts";
import { type ContainerUploads, containerUploads } from "#shared/filemaker/commands/container-uploads.ts";
import { type DataCalls, dataCalls } from "#shared/filemaker/commands/data-calls.ts";
import { serverCommands as commandsOf, type ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import { serviceCommands } from "#shared/filemaker/commands/service-commands.ts";
import { dataApi } from "#shared/filemaker/data-api.ts";
import { odata } from "#shared/filemaker/odata.ts";
import { serverProbe } from "#shared/filemaker/server-probe.ts";
import { adminSessionServer } from "#shared/filemaker/sessions/admin-session-server.ts";
import { loginThrottle as throttleOf } from "#shared/filemaker/sessions/login-throttle.ts";
import { type SessionPool, sessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { adminApiSessionPolicy, dataApiSessionPolicy } from "#shared/filemaker/sessions/session-server.ts";
import { sessionStore } from "#shared/filemaker/sessions/session-store.ts";
import { networkRule } from "#shared/http/network-rule.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
import { type FileCaller, fileCaller } from "#shared/keys/file-access/file-caller.ts";
import { type FileCheck, fileCheck } from "#shared/keys/file-access/file-check.ts";
import { fileTrial as trialOf } from "#shared/keys/file-access/file-opening.ts";
import { isUsable } from "#shared/keys/limits/key-guard.ts";
import { adminKeyCaller } from "#shared/keys/lookups/admin-key-caller.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { keyStore } from "#shared/keys/store.ts";
import { serviceStatus as statusOf } from "#shared/server/service-status.ts";
import { type AdminAccounts, adminAccounts } from "#shared/sessions/admin-accounts.ts";
import { administrators } from "#shared/sessions/administrators.ts";
import { loginLimiter as limiterOf } from "#shared/sessions/login-limiter/login-limiter.ts";
import { type AccountRoles, accountRoles } from "#shared/sessions/people/account-roles.ts";
import { peopleStore } from "#shared/sessions/people/store.ts";
import { rememberedAccounts } from "#shared/sessions/remembered-accounts.ts";
import { signInCodes as codesOf } from "#shared/sessions/sign-in-code/sign-in-codes.ts";
import { userSessionStore } from "#shared/sessions/store.ts";
import { userSessions as signedInUsers } from "#shared/sessions/user-sessions.ts";
import { allowedNetworks as knownNetworks } from "#shared/system/networks/allowed-networks.ts";
import { allowedNetworkStore } from "#shared/system/networks/store.ts";
import { databaseServer } from "#shared/system/parts/database-server.ts";
import { serverWatch } from "#shared/system/parts/watch.ts";
import { systemStore } from "#shared/system/store.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { accountStatus, type KeyCachePlatform, keyUses, loginCounting, promptTable } from "./calls.ts";

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

/** Throttle for all logins to FileMaker Server, shared by its APIs. */
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

/** Authenticates calls with a file account. */
export const fileAccounts = memoized((platform: FileMakerPlatform): FileCaller => fileCaller(fileTrial(platform)));

/** Tests accounts on files. */
export const fileTrial = memoized((platform: FileMakerPlatform) => {
  const { vault } = platform;
  const attempts = loginLimiter(platform);
  return trialOf({ store: keyStore(platform.table), checkFiles: checkFiles(platform), loginLimiter: attempts, vault });
});

export const checkFiles = memoized((platform: FileMakerPlatform): FileCheck => {
  const apis = { dataApi: fileMakerData(platform), odata: fileMakerOData(platform) };
  return fileCheck({ ...apis, adminApi: fileMakerAdmin(platform) });
});

/** Returns which of FileMaker Server's services are running. */
export const serviceStatus = memoized((platform: FileMakerPlatform) =>
  statusOf({ services: serviceCommands(adminCalls(platform)), probe: probeOfServer(platform) }),
);

/** One-time sign-in codes. */
export const signInCodes = memoized(({ table, clock, ids }: Pick<Platform, "table" | "clock" | "ids">) =>
  codesOf({ table, clock, ids }),
);

/** Returns the role assigned to a limited account, or undefined. */
const roleOfPerson = memoized((platform: Pick<Platform, "table">) => {
  const store = peopleStore(platform.table);
  return async (user: string) => (await store.byName(user))?.record.role;
});

export type SessionsPlatform = FileMakerPlatform & Pick<Platform, "sessionLimits">;

export function rolesOf(accounts: AdminAccounts, platform: Pick<Platform, "table">): AccountRoles {
  return accountRoles({ accounts, roleOfPerson: roleOfPerson(platform) });
}

/** Resolves the caller of a management call. */
export const callers = memoized((platform: SessionsPlatform) => {
  const { vault, clock } = platform;
  const ofKey = adminKeyCaller({ store: keyStore(platform.table), vault, clock, lastUse: keyUses(platform) });
  const accounts = rolesOf(knownAccounts(platform), platform);
  return administrators({ adminKeyCaller: ofKey, accounts, userSessions: userSessions(platform) });
});

/** Returns the account or token for calls to FileMaker Server on behalf of a caller. */
export const administratorOf = memoized((platform: KeyCachePlatform) => {
  const { vault } = platform;
  return async (call: Pick<Call, "caller">): Promise<AdminCredential> => {
    const credential = await storedAccounts({ store: keyStore(platform.table), vault }).ofCaller(call);
    if (credential !== undefined) return credential;
    // Without a session, it is a key whose record was deleted after the check.
    throw new ServiceError(call.caller.kind === "session" ? "account_missing" : "unauthenticated");
  };
});

/** Like `administratorOf`; for a caller who proved a file account, the account of a stored Admin API key. */
export const accountOfHost = memoized((platform: KeyCachePlatform) => {
  const { vault } = platform;
  const ofCaller = administratorOf(platform);
  return async (call: Pick<Call, "caller">): Promise<AdminCredential> => {
    if (call.caller.kind !== "file-account") return ofCaller(call);
    const stored = await storedAccounts({ store: keyStore(platform.table), vault }).ofAnyAdminKey();
    if (stored === undefined) throw new ServiceError("account_needed");
    return stored;
  };
});

/** Signed-in users. */
export const userSessions = memoized((platform: SessionsPlatform) => {
  const { table, vault, clock, ids, sessionLimits: limits } = platform;
  const store = userSessionStore(table);
  const roleOfKey = async (id: number) => {
    const stored = await keyStore(platform.table).byId("admin", id);
    return stored !== undefined && isUsable(stored.record, clock.now()) ? stored.record.role : undefined;
  };
  const rights = { roleOfKey, roleOfPerson: roleOfPerson(platform) };
  return signedInUsers({ store, accounts: consoleAccounts(platform), vault, clock, ids, limits, ...rights });
});

type LoginLimiterPlatform = Pick<Platform, "table" | "vault" | "clock" | "hasOneCallAtATime" | "knownNetworks">;

/** Counts refused credentials. */
export const loginLimiter = memoized(
  ({ table, vault, clock, hasOneCallAtATime, knownNetworks }: LoginLimiterPlatform) =>
    // If processes handle one call at a time, there are always others.
    limiterOf({ table, vault, clock, hasOthers: hasOneCallAtATime, isKnownNetwork: networkRule(knownNetworks) }),
);

/** Admin Console accounts, as checked by FileMaker Server. */
export const consoleAccounts = memoized((platform: FileMakerPlatform) =>
  adminAccounts({ adminApi: fileMakerAdmin(platform), attempts: loginLimiter(platform) }),
);

/** Like `consoleAccounts`, cached for a minute. */
export const knownAccounts = memoized((platform: FileMakerPlatform) => {
  const { clock, ids } = platform;
  return rememberedAccounts({ accounts: consoleAccounts(platform), clock, ids });
});

/** Account of a stored Admin API key. */
export const anyAdministrator = memoized((platform: Pick<Platform, "table" | "vault" | "ids">) => {
  const accounts = storedAccounts({ store: keyStore(platform.table), vault: platform.vault });
  return () => accounts.ofAnyAdminKey();
});

type NetworksPlatform = Pick<CommonPlatform, "table" | "storeWaitMs" | "clock" | "background">;

/** Networks from which the service can be called. */
export const allowedNetworks = memoized((platform: NetworksPlatform) => {
  const { clock, background } = platform;
  return knownNetworks({ store: allowedNetworkStore(promptTable(platform)), clock, background });
});

/** Checks FileMaker Server without credentials. */
export const probeOfServer = memoized((platform: FileMakerPlatform) =>
  serverProbe(platform.fileMaker, () => platform.clock.now(), loginThrottle(platform)),
);

/** Returns the state of the Database Server, as seen by an administrator account. */
export const databaseServerStatus = memoized((platform: FileMakerPlatform) => {
  const { table, vault, clock } = platform;
  const accounts = storedAccounts({ store: keyStore(platform.table), vault });
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

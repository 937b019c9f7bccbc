import { adminSessionServer } from "#shared/filemaker/sessions/admin-session-server.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
import { adminProxyService } from "#shared/proxy/admin/service.ts";
import { type NativeSessions, nativeSessions } from "#shared/proxy/native-sessions/native-sessions.ts";
import { proxyService } from "#shared/proxy/service.ts";
import {
  adminSessions,
  dataSessions,
  type FileMakerPlatform,
  fileMakerAdmin,
  fileMakerData,
  loginThrottle,
} from "../filemaker/wiring.ts";
import { takenUploads } from "../files/upload-wiring.ts";
import { accountStatus, adminKeyCache, keyAdmission, keyCache, promptTable } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { knownAccounts, loginLimiter, type SessionsPlatform, userSessions } from "../sessions/wiring.ts";

export type ProxyPlatform = SessionsPlatform &
  Pick<Platform, "blobs" | "baseUrl" | "prefixes" | "proxyTimeouts" | "largestBodyBytes">;

/** A relay for each of FileMaker Server's APIs. */
export const proxy = memoized((platform: ProxyPlatform) => {
  const { clock, ids, fileMaker, fileMakerOrigin, baseUrl, prefixes, proxyTimeouts, largestBodyBytes } = platform;
  const { dataApi, odata, streaming } = proxyService({
    outbound: fileMaker.dataApi,
    keyCache: keyCache(platform),
    admission: keyAdmission(platform),
    sessions: dataSessions(platform),
    nativeSessions: dataLogins(platform),
    accountStatus: accountStatus(platform),
    loginLimiter: loginLimiter(platform),
    clock,
    publicOrigin: fileMakerOrigin,
    baseUrl,
    prefixes,
    ownHeaderPrefixes: prefixes.map((prefix) => `x-${prefix}-`),
    timeouts: proxyTimeouts,
    uploads: takenUploads(platform),
    ids,
    largestBodyBytes,
  });
  return { dataApi, odata, streaming, adminApi: adminProxy(platform) };
});

function adminProxy(platform: ProxyPlatform) {
  const { vault, clock, fileMaker, baseUrl, prefixes, proxyTimeouts, largestBodyBytes } = platform;
  return adminProxyService({
    outbound: fileMaker.adminApi,
    keyCache: adminKeyCache(platform),
    admission: keyAdmission(platform),
    sessions: adminSessions(platform),
    nativeSessions: adminLogins(platform),
    loginLimiter: loginLimiter(platform),
    throttled: loginThrottle(platform),
    // FileMaker Server itself rejects calls that a role doesn't allow.
    accepts: async (account, client) => (await knownAccounts(platform).statusOf(account, client)) !== "refused",
    async sessionAccount(value, client) {
      const session = await userSessions(platform).find(value, "command-line", client);
      return session?.account && { account: session.account, role: session.role };
    },
    credentialId: async (account) => (await credentialIds(vault, "admin", account))[0],
    baseUrl,
    ownHeaderPrefixes: prefixes.map((prefix) => `x-${prefix}-`),
    timeouts: proxyTimeouts,
    clock,
    largestBodyBytes,
  });
}

/** Data API logins through the proxy. */
export const dataLogins = memoized((platform: FileMakerPlatform) =>
  loginsOf(platform, {
    sessions: dataSessions(platform),
    server: fileMakerData(platform),
    purpose: "native session",
  }),
);

const adminLogins = memoized((platform: FileMakerPlatform) => {
  const server = adminSessionServer(() => fileMakerAdmin(platform));
  return loginsOf(platform, { sessions: adminSessions(platform), server, purpose: "admin login" });
});

/** Options that differ per API. */
type LoginsTo = Pick<Parameters<typeof nativeSessions>[0], "sessions" | "server" | "purpose">;

function loginsOf(platform: FileMakerPlatform, api: LoginsTo): NativeSessions {
  const { table, vault, clock, ids, outageMs, background } = platform;
  return nativeSessions({ table, promptTable: promptTable(platform), vault, clock, ids, outageMs, background, ...api });
}

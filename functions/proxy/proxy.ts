import { adminSessionServer } from "#shared/filemaker/sessions/admin-session-server.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadPartitions } from "#shared/files/uploads/store.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { adminProxyService } from "#shared/proxy/admin/service.ts";
import { proxy } from "#shared/proxy/contract.ts";
import { sourceAccounts } from "#shared/proxy/data-api/source-accounts.ts";
import { nativeSessionPartitions, nativeSessionSecrets } from "#shared/proxy/native-sessions/native-session-store.ts";
import { type NativeSessions, nativeSessions } from "#shared/proxy/native-sessions/native-sessions.ts";
import { proxyService } from "#shared/proxy/service.ts";
import { defineResource } from "../edge/resource.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, servesAdmins, usesDataKeys } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { accountStatus, adminKeyCache, keyAdmission, keyCache, promptTable } from "../wiring/calls.ts";
import {
  adminSessions,
  dataSessions,
  type FileMakerPlatform,
  fileMakerAdmin,
  fileMakerData,
  knownAccounts,
  loginLimiter,
  loginThrottle,
  type SessionsPlatform,
  userSessions,
} from "../wiring/filemaker.ts";
import { takenUploads } from "../wiring/uploads.ts";

export const resource = defineResource({
  contract: proxy,
  wiring: service,
  needs: needs(servesAdmins, callsFileMaker, usesDataKeys, {
    seals: [nativeSessionSecrets],
    opens: [keySecrets.admin, nativeSessionSecrets],
    reads: [nativeSessionPartitions, uploadPartitions],
    writes: [nativeSessionPartitions, uploadPartitions],
    // Stored uploads are sent to FileMaker Server and deleted afterward.
    parts: { blobs: { [uploadsPrefix]: ["get", "delete", "list"] } },
  }),
});

type ProxyPlatform = SessionsPlatform &
  Pick<Platform, "blobs" | "baseUrl" | "prefixes" | "proxyTimeouts" | "largestBodyBytes">;

/** A relay for each of FileMaker Server's APIs. */
function service(platform: ProxyPlatform) {
  const {
    vault,
    clock,
    ids,
    background,
    fileMaker,
    fileMakerOrigin,
    baseUrl,
    prefixes,
    proxyTimeouts,
    largestBodyBytes,
  } = platform;
  const { dataApi, odata, streaming } = proxyService({
    outbound: fileMaker.dataApi,
    keyCache: keyCache(platform),
    admission: keyAdmission(platform),
    sessions: dataSessions(platform),
    nativeSessions: dataLogins(platform),
    accountStatus: accountStatus(platform),
    loginLimiter: loginLimiter(platform),
    checkSources: sourceAccounts(fileMakerData(platform), background),
    vault,
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
}

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

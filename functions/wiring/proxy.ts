import { adminSessionServer } from "../../shared/filemaker/admin-session-server.ts";
import { credentialIds } from "../../shared/keys/credential-id.ts";
import { type AdminProxy, adminProxyService } from "../../shared/proxy/admin-service.ts";
import { type NativeSessions, nativeSessions } from "../../shared/proxy/native-sessions.ts";
import { type Proxies, proxyService } from "../../shared/proxy/service.ts";
import { failedAttempts, knownAccounts, people } from "./accounts.ts";
import { adminSessions, fileMakerAdmin, fileMakerData, sessions } from "./filemaker.ts";
import { afterwards, type Foundation, once } from "./foundation.ts";
import { adminRing, ring, standing } from "./keyrings.ts";
import { takenUploads } from "./uploads.ts";

/** The proxy resource. */
export function proxy(): Proxies {
  return once("proxy", ({ clock, ids, fileMaker, publicOrigin, baseUrl, prefixes, proxyTimeouts, largestBodyBytes }) =>
    proxyService({
      outbound: fileMaker.dataApi,
      keyring: ring(),
      sessions: sessions(),
      nativeSessions: logins(),
      standing: standing(),
      attempts: failedAttempts(),
      clock,
      publicOrigin,
      baseUrl,
      ownHeaderPrefixes: prefixes.map((prefix) => `x-${prefix}-`),
      timeouts: proxyTimeouts,
      uploads: takenUploads(),
      ids,
      largestBodyBytes,
    }),
  );
}

/** The proxy of the Admin API. */
export function adminProxy(): AdminProxy {
  return once("admin proxy", ({ vault, fileMaker, baseUrl, prefixes, proxyTimeouts, largestBodyBytes }) =>
    adminProxyService({
      outbound: fileMaker.adminApi,
      keyring: adminRing(),
      sessions: adminSessions(),
      nativeSessions: adminLogins(),
      attempts: failedAttempts(),
      // What a role does not allow, FileMaker Server refuses there itself.
      accepts: async (account, visitor) => (await knownAccounts().standing(account, visitor)) !== "refused",
      sessionAccount: async (value, visitor) => (await people().find(value, "command-line", visitor))?.account,
      credentialId: async (account) => (await credentialIds(vault, "admin", account))[0],
      baseUrl,
      ownHeaderPrefixes: prefixes.map((prefix) => `x-${prefix}-`),
      timeouts: proxyTimeouts,
      largestBodyBytes,
    }),
  );
}

/** Logins through the proxy. */
export function logins(): NativeSessions {
  return once("logins", (ground) =>
    loginsOf(ground, { sessions: sessions(), server: fileMakerData(), purpose: "native session" }),
  );
}

function adminLogins(): NativeSessions {
  return once("admin logins", (ground) => {
    const server = adminSessionServer(fileMakerAdmin);
    return loginsOf(ground, { sessions: adminSessions(), server, purpose: "admin login" });
  });
}

/** What logins to one API have of their own. */
type LoginsTo = Pick<Parameters<typeof nativeSessions>[0], "sessions" | "server" | "purpose">;

function loginsOf({ table, vault, clock, ids, outageMs }: Foundation, api: LoginsTo): NativeSessions {
  return nativeSessions({ table, vault, clock, ids, outageMs, background: afterwards(), ...api });
}

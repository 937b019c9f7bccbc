import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { adminSignIn } from "#shared/mcp/admin/sign-ins.ts";
import { adminMcpPartitions, adminMcpStore } from "#shared/mcp/admin/store.ts";
import { signInServers } from "#shared/mcp-servers/sign-in-servers.ts";
import { mcpServerReads, mcpServerStore } from "#shared/mcp-servers/store.ts";
import { clientPartitions, clientStore } from "#shared/oauth/clients/client-store.ts";
import { knownClients } from "#shared/oauth/clients/known-clients.ts";
import { metadataDocuments } from "#shared/oauth/clients/metadata-documents.ts";
import { registration } from "#shared/oauth/clients/registration.ts";
import { oauth } from "#shared/oauth/contract.ts";
import { accountSecrets } from "#shared/oauth/grants/account-store.ts";
import { grantPartitions } from "#shared/oauth/grants/grant-store.ts";
import {
  administrationPath,
  isAdministration,
  type OAuthResource,
  type OAuthResources,
} from "#shared/oauth/resources.ts";
import { securityTxt } from "#shared/oauth/security-txt.ts";
import { libraryAdapter } from "#shared/oauth/server/adapter.ts";
import { oauthKeyPartitions, oauthKeySecrets } from "#shared/oauth/server/key-store.ts";
import { authorizationServer } from "#shared/oauth/server/provider.ts";
import { serverKeys } from "#shared/oauth/server/server-keys.ts";
import { oauthService } from "#shared/oauth/service.ts";
import { refusalPage } from "#shared/oauth/sign-in/pages.ts";
import { type AccountVerdict, signIns } from "#shared/oauth/sign-in/sign-in.ts";
import { artifactPartitions, artifactStore, artifactsOfGrantPartitions } from "#shared/oauth/tokens/artifact-store.ts";
import { networkAllowance } from "#shared/sessions/login-limiter/network-allowance.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { consoleAccounts, fileMakerOData, loginLimiter, rolesOf } from "../wiring/filemaker.ts";
import { grants, signInAddresses } from "../wiring/grants.ts";

const own = [...artifactPartitions, ...clientPartitions, ...grantPartitions, ...oauthKeyPartitions];

export const resource = defineResource({
  contract: oauth,
  wiring: service,
  needs: needs(servesAdmins, {
    seals: [accountSecrets, oauthKeySecrets],
    opens: [oauthKeySecrets],
    reads: [own, adminMcpPartitions, mcpServerReads, artifactsOfGrantPartitions],
    writes: [own],
  }),
});

type OAuthPlatform = CommonPlatform & Pick<Platform, "oauthResources">;

interface Account {
  readonly user: string;
  readonly pass: string;
}

/** Maximum calls per hour and network. Clients register again with each connection, and dozens can share an address. */
const hourly = { calls: 60, windowMs: 3_600_000 } as const;

/** Maximum number of clients without a sign-in. The oldest are deleted first. */
const maxUnusedClients = 1_000;

/** Sign-ins of AI clients. */
function service(platform: OAuthPlatform) {
  const { table, vault, clock, ids, log, callouts, callsOut, bodyMs, oauthLimits: limits } = platform;
  const clientsStore = clientStore(table, maxUnusedClients);
  const documentClient = metadataDocuments({ store: clientsStore, callouts, clock, hosts: limits.clientHosts });
  const clients = knownClients({
    store: clientsStore,
    documentClient,
    clock,
    absoluteMs: limits.absoluteMs,
    hosts: limits.clientHosts,
  });
  const artifacts = artifactStore(table);
  const resources = resourcesOf(platform);
  const given = grants(platform);
  const addresses = () => signInAddresses(platform);

  const failures = new WeakMap<object, unknown>();
  const refusedClients = new WeakMap<object, string>();
  const start = async () => {
    const keys = await serverKeys({ table, vault, ids });
    const provider = authorizationServer({
      ...{ adapter: libraryAdapter({ artifacts, grants: given, clients, clock, limits }), addresses: addresses() },
      ...{ resources, keys, limits, errorPage: (refusal) => refusalPage(refusal).html },
      onFailure: (request, failure) => failures.set(request, failure),
      onRefusal: (request, clientId) => refusedClients.set(request, clientId),
    });
    return {
      ...{ provider, keys },
      failureOf: (request: object) => failures.get(request),
      refusedClientOf: (request: object) => refusedClients.get(request),
    };
  };
  let started: ReturnType<typeof start> | undefined;
  const server = () => {
    // If the store was unavailable, the next call tries again.
    started ??= start().catch((thrown: unknown) => {
      started = undefined;
      throw thrown;
    });
    return started;
  };

  const verifyAdministrator = async (account: Account, { client }: RawCall): Promise<AccountVerdict> => {
    try {
      return (await rolesOf(consoleAccounts(platform), platform).of(account, client)) === undefined
        ? "refused"
        : "accepted";
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      // An account without a role: the response must not reveal that the password is correct.
      if (thrown.error === "administrator_limited") return "refused";
      if (thrown.status >= 500) return "unavailable";
      throw thrown;
    }
  };

  const verify = async (resource: OAuthResource, account: Account, call: RawCall) => {
    if (isAdministration(resource)) return verifyAdministrator(account, call);
    if (!callsOut) return "unavailable";
    const { client } = call;
    let verdict: AccountVerdict = "refused";
    await loginLimiter(platform).attempt({ client, kind: "file account", names: [account.user] }, async () => {
      const opening = await fileMakerOData(platform).open(resource.file, account);
      if (opening === "locked") throw new ServiceError("too_many_attempts", { retryAfterSeconds: 60 });
      if (opening === "unavailable") verdict = "unavailable";
      if (opening === "accepted") verdict = "accepted";
      // Without the privilege, the password is useless here and the response must not reveal that it is correct.
      return opening === "unavailable" ? "undecided" : verdict === "accepted" ? "accepted" : "refused";
    });
    return verdict;
  };

  return oauthService({
    ...{ addresses, resources, grants: given, server, log, bodyMs },
    securityFile: () => securityTxt(platform.securityContacts, platform.baseUrl(), clock.now()),
    register: registration({ store: clientsStore, clock, ids }),
    signIns: () =>
      signIns({
        ...{ addresses: addresses(), resources, clients, grants: given, verify },
        claim: (uid) => artifacts.consume("Interaction", uid, clock.now()),
      }),
    isTrusted: clients.isTrusted,
    isAtHand: async (clientId) => (await clientsStore.get(clientId)) !== undefined,
    allow: allowance(platform),
  });
}

/** Limits costly operations that need no credential. @throws ServiceError client_registrations_exceeded, client_lookups_exceeded */
function allowance(platform: Pick<Platform, "table" | "clock">) {
  const registrations = networkAllowance(platform, "oauth-registration", hourly);
  const lookups = networkAllowance(platform, "oauth-look-up", hourly);
  return async (what: "registration" | "look-up", { client }: RawCall): Promise<void> => {
    const allowed = what === "registration" ? registrations : lookups;
    const retryAfterSeconds = await allowed.take(client.address);
    if (retryAfterSeconds === 0) return;
    const error = what === "registration" ? "client_registrations_exceeded" : "client_lookups_exceeded";
    throw new ServiceError(error, { retryAfterSeconds });
  };
}

function resourcesOf(platform: OAuthPlatform): OAuthResources {
  if (platform.oauthResources !== undefined) return platform.oauthResources;
  const servers = signInServers(mcpServerStore(platform.table));
  const settings = adminMcpStore(platform.table);
  return {
    async find(path) {
      if (path === administrationPath) return adminSignIn(await settings.read());
      return servers.bySlug(path.slice("mcp/".length));
    },
    list: servers.list,
  };
}

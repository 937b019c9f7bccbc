import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { signInServers } from "#shared/mcp-servers/sign-in-servers.ts";
import { clientStore } from "#shared/oauth/clients/client-store.ts";
import { knownClients } from "#shared/oauth/clients/known-clients.ts";
import { metadataDocuments } from "#shared/oauth/clients/metadata-documents.ts";
import { registration } from "#shared/oauth/clients/registration.ts";
import type { OAuthResources } from "#shared/oauth/resources.ts";
import { libraryAdapter } from "#shared/oauth/server/adapter.ts";
import { authorizationServer } from "#shared/oauth/server/provider.ts";
import { serverKeys } from "#shared/oauth/server/server-keys.ts";
import { oauthService } from "#shared/oauth/service.ts";
import { refusalPage } from "#shared/oauth/sign-in/pages.ts";
import { type AccountVerdict, signIns } from "#shared/oauth/sign-in/sign-in.ts";
import { artifactStore } from "#shared/oauth/tokens/artifact-store.ts";
import { tableCounts } from "#shared/sessions/login-limiter/failure-counts.ts";
import { fileMakerOData } from "../filemaker/wiring.ts";
import { mcpServerRecords } from "../mcpservers/store-wiring.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { loginLimiter } from "../sessions/wiring.ts";
import { grants, signInAddresses } from "./grants-wiring.ts";

type OAuthPlatform = CommonPlatform & Pick<Platform, "oauthResources">;

const hour = 3_600_000;
/** What one address may have us do that asks for no credential: clients register anew with each connection, and dozens may be behind one address. */
const allowances = { registration: 60, "look-up": 60 } as const;

/** Sign-ins of AI clients. */
export const oauth = memoized((platform: OAuthPlatform) => {
  const { table, vault, clock, ids, log, callouts, callsOut, bodyMs, oauthLimits: limits } = platform;
  const clientsStore = clientStore(table);
  const documentClient = metadataDocuments({ store: clientsStore, callouts, clock, hosts: limits.clientHosts });
  const clients = knownClients({ store: clientsStore, documentClient, clock, absoluteMs: limits.absoluteMs });
  const artifacts = artifactStore(table);
  const resources = resourcesOf(platform);
  const given = grants(platform);
  const addresses = () => signInAddresses(platform);

  const failures = new WeakMap<object, unknown>();
  const start = async () => {
    const keys = await serverKeys({ table, vault, ids });
    const provider = authorizationServer({
      ...{ adapter: libraryAdapter({ artifacts, grants: given, clients, clock }), addresses: addresses() },
      ...{ resources, keys, limits, errorPage: (refusal) => refusalPage(refusal).html },
      onFailure: (request, failure) => failures.set(request, failure),
    });
    return { provider, keys, failureOf: (request: object) => failures.get(request) };
  };
  let started: ReturnType<typeof start> | undefined;
  const server = () => {
    // Where the store was away, the next call tries again.
    started ??= start().catch((thrown: unknown) => {
      started = undefined;
      throw thrown;
    });
    return started;
  };

  const verify = async (
    file: string,
    account: { readonly user: string; readonly pass: string },
    { client }: RawCall,
  ) => {
    if (!callsOut) return "unavailable";
    let verdict: AccountVerdict = "refused";
    await loginLimiter(platform).attempt({ client, kind: "file account", names: [account.user] }, async () => {
      const opening = await fileMakerOData(platform).open(file, account);
      if (opening === "locked") throw new ServiceError("too_many_attempts", { retryAfterSeconds: 60 });
      if (opening === "unavailable") verdict = "unavailable";
      if (opening === "accepted") verdict = "accepted";
      // Without the privilege it is as good as wrong here, and must not tell that it is right.
      return opening === "unavailable" ? "undecided" : verdict === "accepted" ? "accepted" : "refused";
    });
    return verdict;
  };

  return oauthService({
    ...{ addresses, resources, grants: given, server, log, bodyMs },
    register: registration({ store: clientsStore, clock, ids }),
    signIns: () =>
      signIns({
        ...{ addresses: addresses(), resources, clients, grants: given, verify },
        claim: (uid) => artifacts.consume("Interaction", uid, clock.now()),
      }),
    isAtHand: async (clientId) => (await clientsStore.get(clientId)) !== undefined,
    allow: allowance(platform),
  });
});

/** Counts by address what asks for no credential and costs us something. @throws ServiceError too_many_attempts */
function allowance({ table, clock }: Pick<Platform, "table" | "clock">) {
  const counts = tableCounts(table, clock);
  return async (what: keyof typeof allowances, { client }: RawCall): Promise<void> => {
    const limit = { failures: allowances[what], windowMs: hour, longestPauseSeconds: 600, rememberedMs: 0 };
    const counted = { id: `oauth-${what}#${client.address}`, limit };
    const { pausedUntil } = await counts.read(counted);
    const waitMs = pausedUntil - clock.now();
    if (waitMs > 0) throw new ServiceError("too_many_attempts", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    await counts.add(counted);
  };
}

function resourcesOf(platform: OAuthPlatform): OAuthResources {
  return platform.oauthResources ?? signInServers(mcpServerRecords(platform));
}

import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Clock } from "#shared/ports/clock.ts";
import type { KnownClients } from "../clients/known-clients.ts";
import type { Grants } from "../grants/grants.ts";
import type { OAuthLimits } from "../limits.ts";
import type { ArtifactRecord, ClientRecord } from "../record.ts";
import type { ArtifactKind, ArtifactStore } from "../tokens/artifact-store.ts";

/** Time in milliseconds for which a used code is stored, so that its replay revokes the issued tokens. */
const codeRememberedMs = 86_400_000;

interface AdapterDependencies {
  readonly artifacts: ArtifactStore;
  readonly grants: Grants;
  readonly clients: KnownClients;
  readonly clock: Clock;
  readonly limits: Pick<OAuthLimits, "reuseMs">;
}

/** Implements the library's storage, with its own names, on our stores. Values are never stored: a token is found by its hash. */
export function libraryAdapter(dependencies: AdapterDependencies): (name: string) => Adapter {
  return (name) => {
    switch (name) {
      case "AccessToken":
      case "RefreshToken":
      case "AuthorizationCode":
      case "Interaction":
        return artifactAdapter(name, dependencies);
      case "Client":
        return { ...nothing, find: async (id) => asMetadata(await dependencies.clients.find(id)) };
      case "Grant":
        return grantAdapter(dependencies);
      default:
        // Browsers are only signed in for one redirect, so no session is stored.
        return nothing;
    }
  };
}

const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function artifactAdapter(kind: ArtifactKind, { artifacts, grants, clock, limits }: AdapterDependencies): Adapter {
  const revokeReplayed = async ({ grantId }: ArtifactRecord): Promise<void> => {
    if (grantId !== null) await grants.revoke(grantId);
  };

  return {
    ...nothing,

    async upsert(id, { jti: _, ...payload }, expiresIn = 0) {
      const now = clock.now();
      const endsAt = now + expiresIn * 1000;
      const grantId = payload.grantId ?? null;
      const record = { schema: 1, payload: JSON.stringify(payload), grantId, consumedAt: null, endsAt } as const;
      await artifacts.put(kind, id, record, kind === "AuthorizationCode" ? endsAt + codeRememberedMs : endsAt);
      // The client requested tokens, which extends the grant.
      if (kind === "AccessToken" && grantId !== null) await grants.extend(grantId);
    },

    async find(id) {
      const record = await artifacts.get(kind, id);
      if (record === undefined) return undefined;
      const { payload, consumedAt, endsAt } = record;
      const now = clock.now();
      if (endsAt <= now) {
        // The library treats a code as expired before it checks if it was used.
        if (kind === "AuthorizationCode" && consumedAt !== null) await revokeReplayed(record);
        return undefined;
      }
      const inGrace = kind === "RefreshToken" && consumedAt !== null && now - consumedAt < limits.reuseMs;
      const consumed = consumedAt !== null && !inGrace ? { consumed: Math.floor(consumedAt / 1000) } : {};
      return { ...(JSON.parse(payload) as AdapterPayload), jti: id, ...consumed };
    },

    async consume(id) {
      if (await artifacts.consume(kind, id, clock.now())) return;
      const record = await artifacts.get(kind, id);
      if (kind === "RefreshToken" && record !== undefined) {
        // The client now has two chains of tokens, or someone else has one of them.
        if (record.grantId !== null) await grants.noteReuse(record.grantId);
        return;
      }
      // If a code is exchanged twice concurrently, the second is a replay.
      if (record !== undefined) await revokeReplayed(record);
      throw new errors.InvalidGrant("authorization code already consumed");
    },

    destroy: (id) => artifacts.delete(kind, id),

    // Revokes the grant and everything issued for it. The library calls this for every kind; once is enough.
    revokeByGrantId: async (grantId) => {
      if (kind === "AccessToken") await grants.revoke(grantId);
    },
  };
}

/** Reads grants for the library. The sign-in page creates them, together with their account. */
function grantAdapter({ grants }: AdapterDependencies): Adapter {
  return {
    ...nothing,

    upsert() {
      throw new Error("Only the sign-in page can create a grant");
    },

    async find(id) {
      const stored = await grants.get(id);
      if (stored === undefined) return undefined;
      const { clientId, resource, scopes, refusedScopes, createdAt } = stored.grant;
      // Refused scopes count as asked, so that the library doesn't ask again.
      const refused = refusedScopes.length > 0 && { rejected: { resources: { [resource]: refusedScopes.join(" ") } } };
      return {
        ...{ jti: id, kind: "Grant", accountId: id, clientId, iat: Math.floor(createdAt / 1000) },
        // The store already checked by its own clock that it hasn't expired.
        exp: Math.floor(Number.MAX_SAFE_INTEGER / 1000),
        resources: { [resource]: [...scopes, ...refusedScopes].join(" ") },
        ...refused,
      };
    },

    async destroy(id) {
      await grants.revoke(id);
    },
  };
}

/**
 * Returns a client as the library's metadata. All clients are native ones, which allows any loopback port and private schemes in addition
 * to https.
 */
function asMetadata(client: ClientRecord | undefined): AdapterPayload | undefined {
  if (client === undefined) return undefined;
  return {
    client_id: client.clientId,
    ...(client.clientName !== undefined && { client_name: client.clientName }),
    redirect_uris: [...client.redirectUris],
    grant_types: [...client.grantTypes],
    response_types: ["code"],
    application_type: "native",
    token_endpoint_auth_method: "none",
    id_token_signed_response_alg: "ES256",
  };
}

import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { SealingVault } from "#shared/ports/vault.ts";
import type { OAuthLimits } from "../limits.ts";
import type { GrantRecord } from "../record.ts";
import type { ArtifactStore } from "../tokens/artifact-store.ts";
import { accountContext } from "./account-store.ts";
import type { GrantStore, StoredGrant } from "./grant-store.ts";

/** Lifetime of a grant in milliseconds until its client requests tokens. */
const unclaimedMs = 5 * 60_000;

/** Grant that a person consents to. */
export type Consent = Omit<GrantRecord, "schema" | "createdAt" | "lastUsedAt" | "refreshReusedAt" | "endsAt">;

/** Grants: consents of people to clients that act for them. */
export interface Grants {
  /** Stores a consent with its password for five minutes, in which its client must request tokens. Returns the id. */
  begin(consent: Consent, password: string): Promise<string>;
  get(id: string): Promise<StoredGrant | undefined>;
  list(slug?: string): Promise<readonly StoredGrant[]>;
  /** Records that its client requested tokens. Returns false if the grant has ended. */
  extend(id: string): Promise<boolean>;
  /** Records that a refresh token was used a second time in the allowed time. Does nothing if the grant has ended. */
  noteReuse(id: string): Promise<void>;
  /** Revokes a grant: first its account, without which no token is valid, then the rest. Returns false if it had already ended. */
  revoke(id: string): Promise<boolean>;
  /** Revokes all grants of a server that was deleted, moved to another file, or no longer allows sign-in. Returns their number. */
  revokeOfServer(slug: string): Promise<number>;
  /** Revokes all grants for the endpoint for administrators. Returns their number. */
  revokeOfAdministration(): Promise<number>;
  /** Revokes all grants with accounts of a deleted file, because another file may replace it. Returns their number. */
  revokeOfFile(filename: string): Promise<number>;
}

interface GrantsDependencies {
  readonly store: GrantStore;
  readonly artifacts: Pick<ArtifactStore, "deleteOfGrant">;
  readonly vault: SealingVault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: Pick<OAuthLimits, "idleMs" | "absoluteMs">;
}

export function grants({ store, artifacts, vault, clock, ids, limits }: GrantsDependencies): Grants {
  const revoke = async (id: string): Promise<boolean> => {
    const wasThere = await store.delete(id);
    await artifacts.deleteOfGrant(id);
    return wasThere;
  };
  const list: Grants["list"] = async (slug) => {
    const all = await store.list();
    return all
      .filter(({ grant }) => slug === undefined || grant.slug === slug)
      .toSorted((one, other) => other.grant.createdAt - one.grant.createdAt);
  };

  const revokeAll = async (found: readonly StoredGrant[]): Promise<number> => {
    for (const { id } of found) await revoke(id);
    return found.length;
  };

  return {
    get: store.get,
    list,
    revoke,

    async begin(consent, password) {
      const now = clock.now();
      const id = ids.uuid();
      const endsAt = now + limits.absoluteMs;
      const { clientId, clientName, account, resource, administration } = consent;
      const sealedPassword = await vault.seal(password, accountContext(id, resource));
      await store.add(
        id,
        { schema: 1, ...consent, createdAt: now, lastUsedAt: now, refreshReusedAt: null, endsAt },
        {
          ...{ schema: 1, clientId, clientName, account, resource, sealedPassword },
          ...(administration !== undefined && { administration }),
        },
        now + unclaimedMs,
      );
      return id;
    },

    async extend(id) {
      const stored = await store.get(id);
      const now = clock.now();
      if (stored === undefined || stored.grant.endsAt <= now) return false;
      return store.extend(id, now, Math.min(stored.grant.endsAt, now + limits.idleMs));
    },

    noteReuse: (id) => store.noteReuse(id, clock.now()),

    revokeOfServer: async (slug) => revokeAll(await list(slug)),

    revokeOfAdministration: async () =>
      revokeAll((await list()).filter(({ grant }) => grant.administration !== undefined)),

    async revokeOfFile(filename) {
      const normalized = normalizedDatabaseName(filename);
      return revokeAll((await list()).filter(({ grant }) => normalizedDatabaseName(grant.file) === normalized));
    },
  };
}

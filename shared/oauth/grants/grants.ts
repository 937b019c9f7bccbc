import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { SealingVault } from "#shared/ports/vault.ts";
import type { OAuthLimits } from "../limits.ts";
import type { GrantRecord } from "../record.ts";
import type { ArtifactStore } from "../tokens/artifact-store.ts";
import { accountContext } from "./account-store.ts";
import type { GrantStore, StoredGrant } from "./grant-store.ts";

/** How long a grant stays whose client does not come for its tokens. */
const unclaimedMs = 5 * 60_000;

/** What a person has agreed to. */
export type Consent = Omit<GrantRecord, "schema" | "createdAt" | "lastUsedAt" | "endsAt">;

/** Consents of people that clients act for them. */
export interface Grants {
  /** Keeps a consent, and the password that it was given with, for five minutes, in which its client comes for tokens. Answers its id. */
  begin(consent: Consent, password: string): Promise<string>;
  get(id: string): Promise<StoredGrant | undefined>;
  list(slug?: string): Promise<readonly StoredGrant[]>;
  /** Notes that its client came for tokens. False where it is over. */
  extend(id: string): Promise<boolean>;
  /** Ends it: its account first, without which no token is good, then what is left of it. False where it was over. */
  revoke(id: string): Promise<boolean>;
  /** Ends all of a server: it was deleted, leads to another file now, or takes no sign-ins any more. Answers how many there were. */
  revokeOfServer(slug: string): Promise<number>;
  /** Ends all with accounts of a file: it was deleted, and another may come in its place. Answers how many there were. */
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
      const { clientId, account, resource } = consent;
      const sealedPassword = await vault.seal(password, accountContext(id, resource));
      await store.add(
        id,
        { schema: 1, ...consent, createdAt: now, lastUsedAt: now, endsAt },
        { schema: 1, clientId, account, resource, sealedPassword },
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

    revokeOfServer: async (slug) => revokeAll(await list(slug)),

    async revokeOfFile(filename) {
      const folded = foldedDatabaseName(filename);
      return revokeAll((await list()).filter(({ grant }) => foldedDatabaseName(grant.file) === folded));
    },
  };
}

import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import { type Scope, scopes } from "./contract.ts";
import { accountContext } from "./grants/account-store.ts";
import type { GrantStore } from "./grants/grant-store.ts";
import type { ArtifactStore } from "./tokens/artifact-store.ts";

/** Who calls with an access token, and what for. */
export interface TokenHolder {
  readonly grantId: string;
  readonly clientId: string;
  /** The account of the server's file that signed in, and its password. For FileMaker Server alone. */
  readonly account: string;
  readonly password: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Access tokens as MCP servers check them. */
export interface AccessTokens {
  /** Who holds a token; undefined where it is none, over, revoked, or one for another resource. One read for the token, one for its account. */
  check(token: string, resource: string): Promise<TokenHolder | undefined>;
}

/** What the authorization server keeps of an access token. */
const Payload = z.object({ clientId: z.string(), aud: z.string(), scope: z.string().default("") });

/** As tokens are given out: anything else is looked up nowhere. */
const tokenForm = /^[\w-]{43}$/;

export function accessTokens(dependencies: {
  readonly artifacts: Pick<ArtifactStore, "get">;
  readonly grants: Pick<GrantStore, "account">;
  readonly vault: Pick<SealingVault, "open">;
  readonly clock: Clock;
}): AccessTokens {
  const { artifacts, grants, vault, clock } = dependencies;
  return {
    async check(token, resource) {
      if (!tokenForm.test(token)) return undefined;
      const stored = await artifacts.get("AccessToken", token);
      if (stored === undefined || stored.grantId === null || stored.endsAt <= clock.now()) return undefined;
      const { clientId, aud, scope } = Payload.parse(JSON.parse(stored.payload));
      if (aud !== resource) return undefined;
      // Revoking a grant deletes its account, at once and for every reader; the token may be there for a moment longer.
      const account = await grants.account(stored.grantId);
      if (account === undefined || account.resource !== resource || account.clientId !== clientId) return undefined;
      const password = await opened(vault, account.sealedPassword, stored.grantId, resource);
      if (password === undefined) return undefined;
      const named = new Set(scope.split(" "));
      return {
        grantId: stored.grantId,
        clientId,
        account: account.account,
        password,
        scopes: scopes.filter((one) => named.has(one)),
        expiresAt: stored.endsAt,
      };
    },
  };
}

/** A password that no master key opens any more is as good as none: its user signs in again. */
async function opened(vault: Pick<SealingVault, "open">, sealed: string, grantId: string, resource: string) {
  try {
    return await vault.open(sealed, accountContext(grantId, resource));
  } catch (thrown) {
    if (thrown instanceof VaultRefused) return undefined;
    throw thrown;
  }
}

import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import { type Scope, scopes } from "./contract.ts";
import { accountContext } from "./grants/account-store.ts";
import type { GrantStore } from "./grants/grant-store.ts";
import type { Administration, ResourcePath } from "./resources.ts";
import type { ArtifactStore } from "./tokens/artifact-store.ts";

/** Holder of an access token, and its permissions. */
export interface TokenHolder {
  readonly grantId: string;
  readonly clientId: string;
  /** Name of the client; undefined if it has none. */
  readonly clientName: string | undefined;
  /** Account that signed in, of the server's file or of the Admin Console, and its password. Only for use with FileMaker Server. */
  readonly account: string;
  readonly password: string;
  readonly scopes: readonly Scope[];
  /** Limits at the endpoint for administrators; undefined for a server's token. */
  readonly administration: Administration | undefined;
  /** Expiry in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Validation of access tokens for MCP servers. */
export interface AccessTokens {
  /**
   * Returns the holder of a token; undefined if it is unknown, expired, revoked, or for another resource. Reads the token and its account,
   * once each.
   */
  check(token: string, resource: string): Promise<TokenHolder | undefined>;
}

/** Stored data of an access token. */
const Payload = z.object({ clientId: z.string(), aud: z.string(), scope: z.string().default("") });

/** Format of issued tokens. Other values aren't looked up. */
const tokenForm = /^[\w-]{43}$/;

export function accessTokens(dependencies: {
  readonly artifacts: Pick<ArtifactStore, "get">;
  readonly grants: Pick<GrantStore, "account">;
  readonly vault: Pick<SealingVault, "open">;
  readonly clock: Clock;
  /** Returns the path of the resource with an identifier, under any of the service's prefixes. */
  readonly pathOf: (resource: string) => ResourcePath | undefined;
}): AccessTokens {
  const { artifacts, grants, vault, clock, pathOf } = dependencies;
  return {
    async check(token, resource) {
      if (!tokenForm.test(token)) return undefined;
      const stored = await artifacts.get("AccessToken", token);
      if (stored === undefined || stored.grantId === null || stored.endsAt <= clock.now()) return undefined;
      const { clientId, aud, scope } = Payload.parse(JSON.parse(stored.payload));
      const path = pathOf(resource);
      if (path === undefined || pathOf(aud) !== path) return undefined;
      // Revoking a grant deletes its account immediately for every reader; the token can exist a little longer.
      const account = await grants.account(stored.grantId);
      if (account === undefined || pathOf(account.resource) !== path || account.clientId !== clientId) return undefined;
      const password = await opened(vault, account.sealedPassword, stored.grantId, account.resource);
      if (password === undefined) return undefined;
      const named = new Set(scope.split(" "));
      return {
        grantId: stored.grantId,
        clientId,
        clientName: account.clientName === "" ? undefined : account.clientName,
        account: account.account,
        password,
        scopes: scopes.filter((one) => named.has(one)),
        administration: account.administration,
        expiresAt: stored.endsAt,
      };
    },
  };
}

/** Decrypts a password. If no master key can decrypt it anymore, the user must sign in again. */
async function opened(vault: Pick<SealingVault, "open">, sealed: string, grantId: string, resource: string) {
  try {
    return await vault.open(sealed, accountContext(grantId, resource));
  } catch (thrown) {
    if (thrown instanceof VaultRefused) return undefined;
    throw thrown;
  }
}

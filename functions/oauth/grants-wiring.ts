import { type AccessTokens, accessTokens as tokensOf } from "#shared/oauth/access-tokens.ts";
import { oauthAddresses } from "#shared/oauth/addresses.ts";
import { grantStore } from "#shared/oauth/grants/grant-store.ts";
import { type Grants, grants as grantsOf } from "#shared/oauth/grants/grants.ts";
import { artifactStore } from "#shared/oauth/tokens/artifact-store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

type GrantsPlatform = Pick<Platform, "table" | "vault" | "clock" | "ids" | "oauthLimits">;

/** Consents of people that AI clients act for them. */
export const grants = memoized(({ table, vault, clock, ids, oauthLimits: limits }: GrantsPlatform): Grants => {
  return grantsOf({ store: grantStore(table), artifacts: artifactStore(table), vault, clock, ids, limits });
});

/** The access tokens that came of them, as MCP servers check them. */
export const accessTokens = memoized(
  ({ table, vault, clock }: Pick<Platform, "table" | "vault" | "clock">): AccessTokens =>
    tokensOf({ artifacts: artifactStore(table), grants: grantStore(table), vault, clock }),
);

/** Every address that clients are given. The port may be picked at the start: asked for at each call. */
export function signInAddresses({ baseUrl, prefixes: [prefix] }: Pick<Platform, "baseUrl" | "prefixes">) {
  return oauthAddresses(baseUrl(), prefix);
}

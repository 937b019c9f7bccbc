import { type AccessTokens, accessTokens as tokensOf } from "#shared/oauth/access-tokens.ts";
import { oauthAddresses } from "#shared/oauth/addresses.ts";
import { grantStore } from "#shared/oauth/grants/grant-store.ts";
import { type Grants, grants as grantsOf } from "#shared/oauth/grants/grants.ts";
import { artifactStore } from "#shared/oauth/tokens/artifact-store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

type GrantsPlatform = Pick<Platform, "table" | "vault" | "clock" | "ids" | "oauthLimits">;

/** Consent of people to AI clients that act for them. */
export const grants = memoized(({ table, vault, clock, ids, oauthLimits: limits }: GrantsPlatform): Grants => {
  return grantsOf({ store: grantStore(table), artifacts: artifactStore(table), vault, clock, ids, limits });
});

/** Access tokens of those grants, as MCP servers check them. */
export const accessTokens = memoized(
  (platform: Pick<Platform, "table" | "vault" | "clock" | "baseUrl" | "prefixes">): AccessTokens => {
    const { table, vault, clock } = platform;
    const pathOf = (resource: string) => signInAddresses(platform).pathOf(resource);
    return tokensOf({ artifacts: artifactStore(table), grants: grantStore(table), vault, clock, pathOf });
  },
);

/** Returns all addresses that clients get. Called per request, because the port may only be known after the start. */
export function signInAddresses({ baseUrl, prefixes }: Pick<Platform, "baseUrl" | "prefixes">) {
  return oauthAddresses(baseUrl(), prefixes);
}

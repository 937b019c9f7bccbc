import type { OAuthAddresses } from "./addresses.ts";
import type { Scope } from "./contract.ts";
import type { OAuthResource } from "./resources.ts";

/**
 * Why a call to an MCP server is refused. `missing`: it brings no credential; `invalid`: one that is not good; `insufficient`: a token that does
 * not reach far enough.
 */
export type ChallengeReason = "missing" | "invalid" | "insufficient";

/**
 * The value of WWW-Authenticate (RFC 6750, RFC 9728). Bearer is the only scheme: clients look at the first one alone, and browsers ask for a
 * password where Basic is named. Without a resource, where people cannot sign in, it is the bare scheme. The scopes are all that are needed, for
 * clients that ask once.
 */
export function challenge(
  reason: ChallengeReason,
  signIn:
    | { readonly addresses: OAuthAddresses; readonly resource: OAuthResource; readonly needed?: readonly Scope[] }
    | undefined,
): string {
  const error = { missing: undefined, invalid: "invalid_token", insufficient: "insufficient_scope" }[reason];
  const parts = error === undefined ? [] : [`error="${error}"`];
  if (signIn !== undefined) {
    const { addresses, resource, needed = resource.scopes } = signIn;
    parts.push(`scope="${needed.join(" ")}"`, `resource_metadata="${addresses.resourceMetadata(resource.slug)}"`);
  }
  return ["Bearer", parts.join(", ")].join(" ").trim();
}

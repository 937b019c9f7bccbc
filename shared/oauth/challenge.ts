import type { OAuthAddresses } from "./addresses.ts";
import type { Scope } from "./contract.ts";
import { type OAuthResource, pathOf } from "./resources.ts";

/**
 * Reason why a call to an MCP server is rejected. `missing`: no credential; `invalid`: an invalid credential; `insufficient`: a token
 * without the required scopes.
 */
export type ChallengeReason = "missing" | "invalid" | "insufficient";

/**
 * Returns the value of WWW-Authenticate (RFC 6750, RFC 9728). Bearer is the only scheme: clients only read the first one, and browsers show
 * a password prompt for Basic. Without a resource, if sign-in is disabled, it is only the scheme. It contains all scopes that are needed,
 * for clients that ask only once.
 */
export function challenge(
  reason: ChallengeReason,
  signIn:
    | {
        readonly addresses: OAuthAddresses;
        readonly resource: OAuthResource;
        /** Prefix of the call, whose metadata the client must get. */
        readonly prefix: string;
        readonly needed?: readonly Scope[];
      }
    | undefined,
): string {
  const error = { missing: undefined, invalid: "invalid_token", insufficient: "insufficient_scope" }[reason];
  const parts = error === undefined ? [] : [`error="${error}"`];
  if (signIn !== undefined) {
    const { addresses, resource, prefix, needed = resource.scopes } = signIn;
    const metadata = addresses.resourceMetadata(pathOf(resource), prefix);
    parts.push(`scope="${needed.join(" ")}"`, `resource_metadata="${metadata}"`);
  }
  return ["Bearer", parts.join(", ")].join(" ").trim();
}

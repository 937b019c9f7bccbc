import type { OAuthAddresses } from "./addresses.ts";
import { scopes } from "./contract.ts";
import { type OAuthResource, pathOf, type ResourcePath, resourcePath } from "./resources.ts";

/** Returns the metadata of a resource that people can sign in to (RFC 9728). */
export function resourceMetadata(resource: OAuthResource, addresses: OAuthAddresses, prefix: string) {
  const { name, scopes: offered } = resource;
  return {
    // Must be the identifier that the document's address was made from (RFC 9728, 3.3).
    resource: addresses.resource(pathOf(resource), prefix),
    resource_name: name,
    authorization_servers: [addresses.issuer],
    scopes_supported: offered,
    bearer_methods_supported: ["header"],
  };
}

/**
 * Returns the metadata of the authorization server (RFC 8414). It has fields of OpenID Connect, because clients that find the document at
 * OpenID's path parse it with that schema; there are no ID tokens.
 */
export function serverMetadata({ issuer }: OAuthAddresses) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    scopes_supported: [...scopes, "offline_access"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
  };
}

/**
 * Returns the target of a path below `.well-known/`: a resource by path and prefix, the authorization server, or undefined.
 * `called`: prefix of the call; empty at the root, where the path has it.
 */
export function documentAt(
  path: string,
  prefixes: OAuthAddresses["prefixes"],
  called: string,
): { readonly resource: ResourcePath; readonly prefix: string } | "server" | undefined {
  const [first] = prefixes;
  const [, name = "", at = ""] = /^([^/]*)\/?(.*)$/s.exec(path) ?? [];
  if (name === "oauth-authorization-server" || name === "openid-configuration")
    // Without a path for older clients, and with the issuer's path for current ones.
    return at === "" || at === `${first}/oauth` ? "server" : undefined;
  if (name !== "oauth-protected-resource") return undefined;
  const inPath = prefixes.find((prefix) => at.startsWith(`${prefix}/`));
  const own = inPath === undefined ? at : at.slice(inPath.length + 1);
  const resource = resourcePath(own);
  return resource === undefined ? undefined : { resource, prefix: inPath ?? (called === "" ? first : called) };
}

/** URLs for clients, built from the configured URL of the service and never from data in a call. */
export interface OAuthAddresses {
  /** Issuer, exactly as in tokens, metadata and redirects. */
  readonly issuer: string;
  /** Path prefixes of the service. The first one is in the issuer and in stored identifiers. */
  readonly prefixes: readonly [string, ...string[]];
  /** Returns the identifier of an MCP server: its URL without a query. Default: under the first prefix. */
  resource(slug: string, prefix?: string): string;
  /** Returns the slug of the server with this identifier, under any prefix; undefined for anything else. */
  slugOf(resource: string): string | undefined;
  /** Returns the URL of the server's metadata (RFC 9728). Default: under the first prefix. */
  resourceMetadata(slug: string, prefix?: string): string;
}

const slugForm = /^[A-Za-z0-9-]{1,50}$/;

export function oauthAddresses(baseUrl: string, prefixes: OAuthAddresses["prefixes"]): OAuthAddresses {
  const [first] = prefixes;
  const known = (prefix: string) => (prefixes.includes(prefix) ? prefix : first);
  const resources = (prefix: string) => `${baseUrl}/${known(prefix)}/mcp/`;
  return {
    issuer: `${baseUrl}/${first}/oauth`,
    prefixes,
    resource: (slug, prefix = first) => resources(prefix) + slug,
    slugOf(resource) {
      const beginning = prefixes.map(resources).find((one) => resource.startsWith(one));
      const slug = beginning === undefined ? "" : resource.slice(beginning.length);
      return slugForm.test(slug) ? slug : undefined;
    },
    resourceMetadata: (slug, prefix = first) =>
      `${baseUrl}/${known(prefix)}/.well-known/oauth-protected-resource/mcp/${slug}`,
  };
}

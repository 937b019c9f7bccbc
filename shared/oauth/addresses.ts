/** URLs for clients, built from the configured URL of the service and never from data in a call. */
export interface OAuthAddresses {
  /** Issuer, exactly as in tokens, metadata and redirects. */
  readonly issuer: string;
  /** Path prefix of the service. */
  readonly prefix: string;
  /** Returns the identifier of an MCP server: its URL without a query. */
  resource(slug: string): string;
  /** Returns the slug of the server with this identifier; undefined for anything else. */
  slugOf(resource: string): string | undefined;
  /** Returns the URL of the server's metadata (RFC 9728). */
  resourceMetadata(slug: string): string;
}

const slugForm = /^[A-Za-z0-9-]{1,50}$/;

export function oauthAddresses(baseUrl: string, prefix: string): OAuthAddresses {
  const root = `${baseUrl}/${prefix}`;
  const resources = `${root}/mcp/`;
  return {
    issuer: `${root}/oauth`,
    prefix,
    resource: (slug) => resources + slug,
    slugOf(resource) {
      const slug = resource.startsWith(resources) ? resource.slice(resources.length) : "";
      return slugForm.test(slug) ? slug : undefined;
    },
    resourceMetadata: (slug) => `${root}/.well-known/oauth-protected-resource/mcp/${slug}`,
  };
}

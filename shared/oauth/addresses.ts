/** Every address that clients are given: made from the configured address of the service, never from what a call says of itself. */
export interface OAuthAddresses {
  /** The issuer, letter by letter as tokens, metadata and redirects say it. */
  readonly issuer: string;
  /** The prefix that it lies under. */
  readonly prefix: string;
  /** The identifier of an MCP server: its address, without a query. */
  resource(slug: string): string;
  /** The server that an identifier names; undefined for anything else. */
  slugOf(resource: string): string | undefined;
  /** Where the server's metadata is (RFC 9728). */
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

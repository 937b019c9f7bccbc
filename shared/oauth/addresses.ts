import { type ResourcePath, resourcePath } from "./resources.ts";

/** URLs for clients, built from the configured URL of the service and never from data in a call. */
export interface OAuthAddresses {
  /** Issuer, exactly as in tokens, metadata and redirects. */
  readonly issuer: string;
  /** Path prefixes of the service. The first one is in the issuer and in stored identifiers. */
  readonly prefixes: readonly [string, ...string[]];
  /** Returns the identifier of a resource: its URL without a query. Default: under the first prefix. */
  resource(path: ResourcePath, prefix?: string): string;
  /** Returns the path of the resource with this identifier, under any prefix; undefined for anything else. */
  pathOf(resource: string): ResourcePath | undefined;
  /** Returns the URL of the resource's metadata (RFC 9728). Default: under the first prefix. */
  resourceMetadata(path: ResourcePath, prefix?: string): string;
}

export function oauthAddresses(baseUrl: string, prefixes: OAuthAddresses["prefixes"]): OAuthAddresses {
  const [first] = prefixes;
  const known = (prefix: string) => (prefixes.includes(prefix) ? prefix : first);
  const under = (prefix: string) => `${baseUrl}/${known(prefix)}/`;
  return {
    issuer: `${baseUrl}/${first}/oauth`,
    prefixes,
    resource: (path, prefix = first) => under(prefix) + path,
    pathOf(resource) {
      const beginning = prefixes.map(under).find((one) => resource.startsWith(one));
      return beginning === undefined ? undefined : resourcePath(resource.slice(beginning.length));
    },
    resourceMetadata: (path, prefix = first) => `${under(prefix)}.well-known/oauth-protected-resource/${path}`,
  };
}

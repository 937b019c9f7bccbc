import type { Scope } from "./contract.ts";

/** MCP server that people can sign in to. */
export interface OAuthResource {
  readonly slug: string;
  readonly name: string;
  /** File whose accounts sign in. */
  readonly file: string;
  /** All scopes that its active tools need, which the first challenge requests. */
  readonly scopes: readonly Scope[];
}

/** MCP servers that people can sign in to: active ones with sign-in enabled. Any other server is treated as nonexistent. */
export interface OAuthResources {
  bySlug(slug: string): Promise<OAuthResource | undefined>;
  list(): Promise<readonly OAuthResource[]>;
}

import type { Scope } from "./contract.ts";

/** An MCP server that people may sign in to. */
export interface OAuthResource {
  readonly slug: string;
  readonly name: string;
  /** The file whose accounts sign in. */
  readonly file: string;
  /** Everything that its active tools need: what the first challenge asks for. */
  readonly scopes: readonly Scope[];
}

/** The MCP servers that people may sign in to: active ones, where that is switched on. Any other server is as one that does not exist. */
export interface OAuthResources {
  bySlug(slug: string): Promise<OAuthResource | undefined>;
  list(): Promise<readonly OAuthResource[]>;
}

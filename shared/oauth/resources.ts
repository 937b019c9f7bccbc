import type { Role } from "#shared/contract/roles.ts";
import type { Scope } from "./contract.ts";

/** MCP server that people can sign in to. */
export interface OAuthServer {
  readonly slug: string;
  readonly name: string;
  /** File whose accounts sign in. */
  readonly file: string;
  /** All scopes that its active tools need, which the first challenge requests. */
  readonly scopes: readonly Scope[];
}

/** MCP endpoint for administrators, where accounts of the Admin Console sign in. */
export interface OAuthAdministration {
  readonly name: string;
  /** Tool groups that a client can get, each with a text for people. The consent lists them, and the grant contains no others. */
  readonly toolGroups: readonly { readonly name: string; readonly text: string }[];
  readonly scopes: readonly Scope[];
}

export type OAuthResource = OAuthServer | OAuthAdministration;

/** Limits of a grant for the endpoint for administrators. */
export interface Administration {
  /** Highest role of the client. The account's own role can be lower. */
  readonly role: Role;
  readonly toolGroups: readonly string[];
}

/** Path of a resource, below the service's prefix. */
export type ResourcePath = `mcp/${string}` | "admin-mcp";

/** Path of the MCP endpoint for administrators. */
export const administrationPath = "admin-mcp";

export function isAdministration(resource: OAuthResource): resource is OAuthAdministration {
  return "toolGroups" in resource;
}

export function pathOf(resource: OAuthResource): ResourcePath {
  return isAdministration(resource) ? administrationPath : `mcp/${resource.slug}`;
}

/** Returns the text as the path of a resource; undefined if it isn't the path of one. */
export function resourcePath(text: string): ResourcePath | undefined {
  if (text === administrationPath) return text;
  return /^mcp\/[A-Za-z0-9-]{1,50}$/.test(text) ? (text as ResourcePath) : undefined;
}

/**
 * Resources that people can sign in to: active ones with sign-in enabled. Any other one is treated as nonexistent. The list contains the
 * MCP servers of files only: administration must be requested by its name.
 */
export interface OAuthResources {
  find(path: ResourcePath): Promise<OAuthResource | undefined>;
  list(): Promise<readonly OAuthServer[]>;
}

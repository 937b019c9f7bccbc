import { type ServerRecord, scopeOf } from "./record.ts";
import type { McpServerStore } from "./store.ts";
import type { Scope } from "./tools/contract.ts";

/** Server that people can sign in to. */
export interface SignInServer {
  readonly slug: string;
  readonly name: string;
  /** File whose accounts sign in. */
  readonly file: string;
  /** All scopes that its active tools need. Clients that request a sign-in only once request these. */
  readonly scopes: readonly Scope[];
}

/** Finds servers that people can sign in to: active ones with sign-in enabled. */
export function signInServers(store: Pick<McpServerStore, "bySlug" | "all">) {
  return {
    async bySlug(slug: string): Promise<SignInServer | undefined> {
      const stored = await store.bySlug(slug);
      return stored && signInServer(stored.record);
    },
    list: async (): Promise<readonly SignInServer[]> =>
      (await store.all()).flatMap(({ record }) => signInServer(record) ?? []),
  };
}

/** Returns a server for sign-in; undefined if sign-in isn't possible. */
export function signInServer(server: ServerRecord): SignInServer | undefined {
  const { slug, name, filename: file, isActive, oauthEnabled } = server;
  return isActive && oauthEnabled ? { slug, name, file, scopes: scopesOf(server) } : undefined;
}

function scopesOf({ tools, dataTools }: Pick<ServerRecord, "tools" | "dataTools">): readonly Scope[] {
  const writes = dataTools === "read-write" || tools.some((tool) => tool.isActive && scopeOf(tool) === "fm:write");
  return writes ? ["fm:read", "fm:write"] : ["fm:read"];
}

import { type ServerRecord, scopeOf } from "./record.ts";
import type { McpServerStore } from "./store.ts";
import type { Scope } from "./tools/contract.ts";

/** A server that people may sign in to. */
export interface SignInServer {
  readonly slug: string;
  readonly name: string;
  /** The file whose accounts sign in. */
  readonly file: string;
  /** Everything that its active tools need: clients that ask once for a sign-in ask for this. */
  readonly scopes: readonly Scope[];
}

/** The servers that people may sign in to: active ones, where that is switched on. */
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

/** A server as people sign in to it; undefined where they may not. */
export function signInServer(server: ServerRecord): SignInServer | undefined {
  const { slug, name, filename: file, isActive, oauthEnabled } = server;
  return isActive && oauthEnabled ? { slug, name, file, scopes: scopesOf(server) } : undefined;
}

function scopesOf({ tools, dataTools }: Pick<ServerRecord, "tools" | "dataTools">): readonly Scope[] {
  const writes = dataTools === "read-write" || tools.some((tool) => tool.isActive && scopeOf(tool) === "fm:write");
  return writes ? ["fm:read", "fm:write"] : ["fm:read"];
}

import type { Clock } from "#shared/ports/clock.ts";
import type { ClientRecord } from "../record.ts";
import { documentAddress, isLoopbackRedirect, redirectTarget } from "../rules.ts";
import type { ClientStore } from "./client-store.ts";
import { unusedMs } from "./registration.ts";

/** Clients by id. */
export interface KnownClients {
  find(clientId: string): Promise<ClientRecord | undefined>;
  /** Records that someone signed in with a client and was sent to `redirectUri`. Registered clients are then stored for longer. */
  signedIn(clientId: string, redirectUri: string): Promise<void>;
  /**
   * Returns true if people can be sent to this redirect URI of a client without being asked: to a program on their own computer, to a
   * target that someone signed in for, or to a client whose host an administrator listed. Anyone can register any other URI.
   */
  isTrusted(clientId: string, redirectUri: string): Promise<boolean>;
}

export function knownClients(dependencies: {
  readonly store: ClientStore;
  readonly documentClient: (clientId: string) => Promise<ClientRecord | undefined>;
  readonly clock: Clock;
  /** Maximum lifetime of a grant in milliseconds. Its client must be stored for that time. */
  readonly absoluteMs: number;
  /** Hosts whose metadata documents are read. Empty allows all. */
  readonly hosts: readonly string[];
}): KnownClients {
  const { store, documentClient, clock, absoluteMs, hosts } = dependencies;
  return {
    async find(clientId) {
      if (clientId.startsWith("https://")) return documentClient(clientId);
      return (await store.get(clientId))?.client;
    },

    async isTrusted(clientId, redirectUri) {
      if (isLoopbackRedirect(redirectUri)) return true;
      if (hosts.length > 0 && documentAddress(clientId, hosts) !== undefined) return true;
      const stored = await store.get(clientId);
      return stored?.client.signedInTo?.includes(redirectTarget(redirectUri)) ?? false;
    },

    async signedIn(clientId, redirectUri) {
      const stored = await store.get(clientId);
      if (stored === undefined) return;
      const { keptUntil, freshUntil } = stored;
      const targets = new Set([...(stored.client.signedInTo ?? []), redirectTarget(redirectUri)]);
      const client = { ...stored.client, signedInTo: [...targets] };
      // A metadata document is read again when needed.
      if (clientId.startsWith("https://")) return store.keep(client, keptUntil, freshUntil);
      await store.keep(client, Math.max(keptUntil, clock.now() + absoluteMs + unusedMs));
    },
  };
}

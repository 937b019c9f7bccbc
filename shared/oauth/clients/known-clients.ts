import type { Clock } from "#shared/ports/clock.ts";
import type { ClientRecord } from "../record.ts";
import type { ClientStore } from "./client-store.ts";
import { unusedMs } from "./registration.ts";

/** Clients by their ids. */
export interface KnownClients {
  find(clientId: string): Promise<ClientRecord | undefined>;
  /** Keeps a client that registered for longer, because a user signed in with it. */
  keep(clientId: string): Promise<void>;
}

export function knownClients(dependencies: {
  readonly store: ClientStore;
  readonly documentClient: (clientId: string) => Promise<ClientRecord | undefined>;
  readonly clock: Clock;
  /** How long a grant may last: its client has to be known for as long. Milliseconds. */
  readonly absoluteMs: number;
}): KnownClients {
  const { store, documentClient, clock, absoluteMs } = dependencies;
  return {
    async find(clientId) {
      if (clientId.startsWith("https://")) return documentClient(clientId);
      return (await store.get(clientId))?.client;
    },

    async keep(clientId) {
      if (clientId.startsWith("https://")) return;
      const stored = await store.get(clientId);
      if (stored !== undefined)
        await store.keep(stored.client, Math.max(stored.keptUntil, clock.now() + absoluteMs + unusedMs));
    },
  };
}

import type { AdminCredential } from "#shared/contract/call.ts";
import type { AdminApi, ServerMetadata } from "#shared/filemaker/admin-api.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { refusedMs } from "./rules.ts";
import type { ServerFacts, SystemStore } from "./store.ts";

const minute = 60_000;
/** Minimum interval between requests to the server; longer for a rejected account. */
const freshMs = 10 * minute;

const nothing = { name: "", serverId: "", version: "" } as const;

/** Cached information that FileMaker Server only returns to administrators. */
export interface KnownServer {
  /** Returns the cached information. If it is outdated, refreshes it in the background with the account of a stored Admin API key. */
  known(): Promise<Pick<ServerFacts, "name" | "serverId" | "version">>;
  /** Reads the information with a credential and caches it. */
  learn(credential: AdminCredential): Promise<ServerMetadata>;
}

interface KnownServerDependencies {
  readonly store: SystemStore;
  readonly adminApi: AdminApi;
  /** Same request in the pooled session of an account. */
  readonly pooledMetadata: (credential: AdminCredential) => Promise<ServerMetadata>;
  /** Returns the account of a stored Admin API key. */
  readonly administrator: () => Promise<AdminCredential | undefined>;
  readonly clock: Clock;
  readonly backgroundTasks: BackgroundTasks;
}

export function knownServer(dependencies: KnownServerDependencies): KnownServer {
  const { store, adminApi, pooledMetadata, administrator, clock, backgroundTasks } = dependencies;
  let asking = false;

  const learn = async (
    credential: AdminCredential,
    before: ServerFacts | undefined,
    ask: (credential: AdminCredential) => Promise<ServerMetadata> = adminApi.metadata,
  ): Promise<ServerMetadata> => {
    const metadata = await ask(credential);
    const refused = metadata.verdict !== "accepted";
    const { name, serverId, version } = refused ? (before ?? nothing) : metadata;
    await store.keepFacts({ schema: 1, name, serverId, version, askedAt: clock.now(), refused });
    return metadata;
  };

  const refresh = async (before: ServerFacts | undefined): Promise<void> => {
    const credential = await administrator();
    if (credential === undefined) return;
    // Recorded before the request, so that a server that doesn't respond isn't asked by every call.
    await store.keepFacts({ schema: 1, refused: false, ...(before ?? nothing), askedAt: clock.now() });
    // In the session that other requests with the same account share, because the server only allows a few.
    await learn(credential, before, pooledMetadata);
  };

  return {
    async known() {
      const facts = await store.facts();
      const age = clock.now() - (facts?.askedAt ?? Number.NEGATIVE_INFINITY);
      if (!asking && age >= (facts?.refused ? refusedMs : freshMs)) {
        asking = true;
        const done = refresh(facts).finally(() => {
          asking = false;
        });
        backgroundTasks.waitUntil("FileMaker Server's version", done);
      }
      return facts ?? nothing;
    },

    learn: async (credential) => learn(credential, await store.facts()),
  };
}

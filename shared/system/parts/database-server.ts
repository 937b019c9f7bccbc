import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceCommands } from "#shared/filemaker/commands/service-commands.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { mayAskServer } from "../rules.ts";
import type { SystemStore } from "../store.ts";

/** What an administrator's calls find out; no other caller sees it. */
export interface DatabaseServerStatus {
  readonly databaseServer: "running" | "stopped" | "unknown";
  /** Whether OData is switched on. */
  readonly odata: "on" | "off" | "unknown";
}

/** What is found with the account of a caller holds for so long where no Admin API Key is stored. */
const keptMs = 2 * 60_000;
const unknown = { databaseServer: "unknown", odata: "unknown" } as const;

/** Whether the Database Server runs. Only administrators may know, so it is asked in the pooled session of an account. */
export interface DatabaseServer {
  /** As the account of a stored Admin API Key finds it now, or as an administrator has found it in the last two minutes. */
  status(): Promise<DatabaseServerStatus>;
  /** Asks with a credential, and remembers. Never rejects for what the server says. */
  learn(credential: AdminCredential): Promise<DatabaseServerStatus>;
}

interface DatabaseServerDependencies {
  readonly store: SystemStore;
  readonly services: ServiceCommands;
  /** The account of a stored Admin API Key. */
  readonly administrator: () => Promise<AdminCredential | undefined>;
  readonly clock: Clock;
}

export function databaseServer(dependencies: DatabaseServerDependencies): DatabaseServer {
  const { store, services, administrator, clock } = dependencies;

  const ask = async (credential: AdminCredential): Promise<DatabaseServerStatus> => {
    try {
      const server = await services.read(credential, "server");
      return {
        databaseServer: server === "absent" ? "unknown" : server,
        odata: await odataSwitch(credential),
      };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return unknown; // Its Admin API does not answer, or not to this account: its own point says so.
    }
  };

  const odataSwitch = async (credential: AdminCredential): Promise<DatabaseServerStatus["odata"]> => {
    try {
      const odata = await services.read(credential, "odata");
      return odata === "running" ? "on" : "off";
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return "unknown"; // Not asked of a stopped server, or not visible to this account.
    }
  };

  const remembered = async () => {
    try {
      return await Promise.all([administrator(), store.facts(), store.status()]);
    } catch (thrown) {
      if (thrown instanceof StoreUnavailable) return [undefined, undefined, undefined] as const;
      throw thrown;
    }
  };

  return {
    async status() {
      const [credential, facts, kept] = await remembered();
      if (credential !== undefined && mayAskServer(facts, clock.now())) {
        const found = await ask(credential);
        if (found.databaseServer !== "unknown") return found;
      }
      if (kept === undefined || clock.now() - kept.seenAt > keptMs) return unknown;
      return kept;
    },

    async learn(credential) {
      const found = await ask(credential);
      const { databaseServer: state, odata } = found;
      if (state !== "unknown") await store.keepStatus({ schema: 1, databaseServer: state, odata, seenAt: clock.now() });
      return found;
    },
  };
}

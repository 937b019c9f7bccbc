import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceCommands } from "#shared/filemaker/commands/service-commands.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { mayAskServer } from "../rules.ts";
import type { FoundStatus, SystemStore } from "../store.ts";

/** Status from calls with an administrator's account; other callers can't see it. */
export interface DatabaseServerStatus {
  readonly databaseServer: "running" | "stopped" | "unknown";
  /** State of the OData setting. */
  readonly odata: "on" | "off" | "unknown";
}

/** Time in milliseconds for which a status found with a caller's account is used if no Admin API key is stored. */
const keptMs = 2 * 60_000;
/** Minimum time in milliseconds between writes of an unchanged status. */
const rewriteMs = 60_000;
const unknown = { databaseServer: "unknown", odata: "unknown" } as const;

/** Status of the Database Server. Only administrators can read it, so the request uses the pooled session of an account. */
export interface DatabaseServer {
  /**
   * Returns the current status from the account of a stored Admin API key, or the status that an administrator found in the last two
   * minutes.
   */
  status(): Promise<DatabaseServerStatus>;
  /** Reads the status with a credential and caches it. Never rejects because of the server's response. */
  learn(credential: AdminCredential): Promise<DatabaseServerStatus>;
}

interface DatabaseServerDependencies {
  readonly store: SystemStore;
  readonly services: ServiceCommands;
  /** Returns the account of a stored Admin API key. */
  readonly administrator: () => Promise<AdminCredential | undefined>;
  readonly clock: Clock;
}

export function databaseServer(dependencies: DatabaseServerDependencies): DatabaseServer {
  const { store, services, administrator, clock } = dependencies;
  let written: FoundStatus | undefined;

  const ask = async (credential: AdminCredential): Promise<DatabaseServerStatus> => {
    try {
      const server = await services.read(credential, "server");
      return {
        databaseServer: server === "absent" ? "unknown" : server,
        odata: await odataSwitch(credential),
      };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return unknown; // The Admin API doesn't respond, or rejects this account; another prerequisite reports this.
    }
  };

  const odataSwitch = async (credential: AdminCredential): Promise<DatabaseServerStatus["odata"]> => {
    try {
      const odata = await services.read(credential, "odata");
      return odata === "running" ? "on" : "off";
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return "unknown"; // The server is stopped, or this account can't see the setting.
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
      if (state === "unknown") return found;
      const status = { schema: 1, databaseServer: state, odata, seenAt: clock.now() } as const;
      // An open console asks every few seconds.
      const isKnown =
        written?.databaseServer === state && written.odata === odata && status.seenAt - written.seenAt < rewriteMs;
      if (!isKnown) await store.persistStatus(status);
      if (!isKnown) written = status;
      return found;
    },
  };
}

import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { PkiCommands } from "#shared/filemaker/commands/pki-commands.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { serverKeyName } from "./protocol/server-key-name.ts";
import type { AgentRecord } from "./record.ts";
import type { AgentStore } from "./store.ts";

interface ServerKeyDependencies {
  readonly store: AgentStore;
  readonly pki: PkiCommands;
  /** Returns the account of a stored Admin API key. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly backgroundTasks: BackgroundTasks;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

/** Keys that agents sign in with at FileMaker Server. Each is registered once, with an administrator's account. */
export interface ServerKeys {
  /** @throws ServiceError if the server rejects the key */
  register(agentId: string, publicKey: string, credential: AdminCredential): Promise<void>;
  /** Registers the key if there is an account for it. Logs a failure instead of throwing; doctor says how to fix it. */
  tryRegister(agentId: string, publicKey: string, credential: AdminCredential | undefined): Promise<void>;
  /** Returns true if the key is gone. */
  tryRemove(agentId: string, credential: AdminCredential | undefined): Promise<boolean>;
  /** Registers a key that the agent reported, in the background, if it isn't registered yet. */
  reported(agent: AgentRecord, publicKey: string | undefined): void;
}

export function serverKeys({
  store,
  pki,
  anyAdministrator,
  backgroundTasks,
  clock,
  log,
}: ServerKeyDependencies): ServerKeys {
  const register: ServerKeys["register"] = async (agentId, publicKey, credential) => {
    await pki.register(credential, serverKeyName(agentId), publicKey);
    await store.keepServerKey(agentId, { publicKey, registeredAt: clock.now() });
  };

  /** Returns undefined on success, otherwise the error. */
  const errorOf = async (work: () => Promise<void>): Promise<string | undefined> => {
    try {
      await work();
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return thrown.error;
    }
  };

  const tryRegister: ServerKeys["tryRegister"] = async (agentId, publicKey, given) => {
    const credential = given ?? (await anyAdministrator());
    if (credential === undefined) return;
    const trouble = await errorOf(() => register(agentId, publicKey, credential));
    if (trouble !== undefined) log.error({ event: "server_key_not_registered", agent: agentId, reason: trouble });
  };

  return {
    register,
    tryRegister,

    async tryRemove(agentId, given) {
      const credential = given ?? (await anyAdministrator());
      if (credential === undefined) return false;
      const trouble = await errorOf(() => pki.remove(credential, serverKeyName(agentId)));
      if (trouble !== undefined) log.error({ event: "server_key_not_removed", agent: agentId, reason: trouble });
      return trouble === undefined;
    },

    reported({ id, serverKey }, publicKey) {
      if (publicKey === undefined) return;
      if (serverKey?.publicKey === publicKey && serverKey.registeredAt !== null) return;
      backgroundTasks.waitUntil("registering a key with FileMaker Server", tryRegister(id, publicKey, undefined));
    },
  };
}

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
  /** The account of a stored Admin API Key. */
  readonly anyAdministrator: () => Promise<AdminCredential | undefined>;
  readonly backgroundTasks: BackgroundTasks;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

/** Keys by which agents sign in at FileMaker Server: registered with somebody's account, once. */
export interface ServerKeys {
  /** @throws ServiceError when the server does not take it */
  register(agentId: string, publicKey: string, credential: AdminCredential): Promise<void>;
  /** The same where there is an account for it. What stands against it is logged; doctor says how to mend it. */
  tryRegister(agentId: string, publicKey: string, credential: AdminCredential | undefined): Promise<void>;
  /** Answers whether the key is gone. */
  tryRemove(agentId: string, credential: AdminCredential | undefined): Promise<boolean>;
  /** The agent has said which key it has: one that is not registered yet is, in the background. */
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

  /** Undefined when it went well. */
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
      backgroundTasks.waitUntil("registering a key at FileMaker Server", tryRegister(id, publicKey, undefined));
    },
  };
}

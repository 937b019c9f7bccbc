import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { type Definitions, revisionIn } from "./definitions.ts";
import type { Definition, TriggerRecord } from "./record.ts";
import { headersOf, type ServerTrigger, type ServerTriggers } from "./server-triggers.ts";
import type { TriggerStore } from "./store.ts";

interface SettleDependencies {
  readonly store: TriggerStore;
  readonly definitions: Definitions;
  /** The triggers of a file at FileMaker Server, by an account. */
  readonly serverOf: (database: string, account: Awaited<ReturnType<Definitions["account"]>>) => ServerTriggers;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** Publishes that a trigger has changed. Never rejects. */
  readonly announce: (id: number) => Promise<void>;
  /** Tells administrators that the server doesn't send a trigger's changes, and why. */
  readonly refused: (record: TriggerRecord, reason: string) => Promise<void>;
}

/** How often addresses that the server sends to are checked again: names lead elsewhere, and settings change. Milliseconds. */
const recheckMs = 60 * 60_000;
/** Asking the server again doesn't help, and would only lock an account out. */
const finalErrors: ReadonlySet<string> = new Set([
  "trigger_refused",
  "trigger_account_refused",
  "trigger_address_refused",
]);

/** Has FileMaker Server's triggers become what ours are to be. */
export interface Settling {
  /** Answers the trigger as it is then; undefined where it is gone. @throws ServiceError when the server refuses, or is not reached */
  settle(id: number): Promise<TriggerRecord | undefined>;
  /** Continues what a crash has left, or a server that was away, and once an hour checks the addresses of active triggers. Returns how many were open. */
  sweep(): Promise<number>;
  /** What the server has of a trigger now. @throws ServiceError */
  onServer(record: TriggerRecord): Promise<readonly ServerTrigger[]>;
  /** The server's triggers, by the account of a definition. @throws ServiceError trigger_account_refused */
  serverBy(record: TriggerRecord, definition: Definition): Promise<ServerTriggers>;
}

/**
 * Every step looks first at what the server has, which tells our triggers by a header of theirs. So a step whose end was never noted is found,
 * and made by nobody twice.
 */
export function settling(dependencies: SettleDependencies): Settling {
  const { store, definitions, serverOf, clock, log, announce, refused } = dependencies;
  let recheckAt = 0;
  const serverBy = async ({ id, database }: TriggerRecord, definition: Definition) =>
    serverOf(database, await definitions.account(id, definition));

  const ofTrigger = async (server: ServerTriggers, record: TriggerRecord) =>
    (await server.list()).webhooks.flatMap((found) => {
      const revision = revisionIn(headersOf(found), record);
      return revision === undefined ? [] : [{ found, revision }];
    });

  const noted = async (id: number, change: (record: TriggerRecord) => Partial<TriggerRecord> | undefined) => {
    const record = await store.change(id, (before) => {
      const changes = change(before);
      return changes && { ...before, ...changes, updatedAt: clock.now() };
    });
    await announce(id);
    return record ?? (await store.get(id));
  };

  /** The new one is made before the old one goes: nothing that changes between is missed. */
  const add = async (server: ServerTriggers, record: TriggerRecord, next: Definition) => {
    const there = (await ofTrigger(server, record)).find(({ revision }) => revision === next.revision);
    await definitions.checkAddress(record.id, next).catch(async (thrown: unknown) => {
      if (there !== undefined && isAddressRefusal(thrown)) await server.delete(there.found.webhookID);
      throw thrown;
    });
    const serverId = there?.found.webhookID ?? (await server.add(await definitions.wanted(record, next)));
    return noted(record.id, (before) =>
      before.next?.revision === next.revision
        ? { current: before.next, next: null, serverId, reason: null, isOpen: true }
        : undefined,
    );
  };

  /** Of those that are not wanted any more, those go where nothing waits to be sent. */
  const replace = async (server: ServerTriggers, record: TriggerRecord) => {
    const found = await ofTrigger(server, record);
    const kept = found.find(({ revision }) => revision === record.current?.revision);
    if (kept === undefined && record.current !== null) {
      // Another program has deleted it at the server.
      await noted(record.id, (before) => (before.next === null ? { next: before.current, current: null } : undefined));
      return store.get(record.id);
    }
    const replaced: TriggerRecord["replaced"] = [];
    for (const { found: other } of found) {
      if (other === kept?.found) continue;
      const pendingCount = other.pendingOperations.length;
      if (pendingCount > 0 && !record.dropsPending) replaced.push({ serverId: other.webhookID, pendingCount });
      else await server.delete(other.webhookID);
    }
    return noted(record.id, (before) => {
      if (before.next !== null || before.isDeleted || before.current?.revision !== record.current?.revision)
        return undefined;
      return { replaced, serverId: kept?.found.webhookID ?? null, isOpen: replaced.length > 0, reason: null };
    });
  };

  const remove = async (server: ServerTriggers, record: TriggerRecord) => {
    for (const { found } of await ofTrigger(server, record)) await server.delete(found.webhookID);
    await store.remove(record.id);
    await announce(record.id);
    return undefined;
  };

  /** Has the next steps look again at active triggers whose address the server must not send to, or not any more. */
  const recheck = async () => {
    if (clock.now() < recheckAt) return;
    recheckAt = clock.now() + recheckMs;
    for (const { id, isOpen, isDeleted, current } of await store.all()) {
      if (isOpen || isDeleted || current === null || !(await isRefused(id, current))) continue;
      await noted(id, (before) =>
        before.isOpen || before.current?.revision !== current.revision
          ? undefined
          : { current: null, next: before.next ?? current, isOpen: true },
      );
    }
  };

  /** True if an address is refused. A name server that is away says nothing about it. */
  const isRefused = async (id: number, definition: Definition): Promise<boolean> => {
    try {
      await definitions.checkAddress(id, definition);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      return isAddressRefusal(thrown);
    }
    return false;
  };

  const settle: Settling["settle"] = async (id) => {
    for (;;) {
      const record = await store.get(id);
      const definition = record?.next ?? record?.current ?? undefined;
      if (record === undefined || !record.isOpen || definition === undefined) return record;
      const server = await serverBy(record, definition);
      if (record.isDeleted) return remove(server, record);
      const after = record.next === null ? await replace(server, record) : await add(server, record, record.next);
      if (after === undefined || (record.next === null && after.next === null)) return after;
    }
  };

  return {
    settle,
    serverBy,

    async onServer(record) {
      const definition = record.current ?? record.next;
      if (definition === null) return [];
      return (await ofTrigger(await serverBy(record, definition), record)).map(({ found }) => found);
    },

    async sweep() {
      await recheck();
      const open = await store.open();
      for (const id of open)
        await settle(id).catch(async (thrown: unknown) => {
          if (!(thrown instanceof ServiceError)) {
            log.error({ event: "trigger_not_settled", trigger: id, reason: reasonOf(thrown) });
            return;
          }
          const isFinal = finalErrors.has(thrown.error);
          const isGone = isAddressRefusal(thrown);
          const after = await noted(id, ({ reason, isOpen, current, serverId }) =>
            reason === thrown.text && isOpen === !isFinal
              ? undefined
              : { reason: thrown.text, isOpen: !isFinal, serverId: isGone && current === null ? null : serverId },
          );
          if (isGone && after !== undefined) await refused(after, thrown.text);
        });
      return open.length;
    },
  };
}

function isAddressRefusal(thrown: unknown): boolean {
  return thrown instanceof ServiceError && thrown.error === "trigger_address_refused";
}

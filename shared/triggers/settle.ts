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
  /** Returns the triggers of a file at FileMaker Server, with an account. */
  readonly serverOf: (database: string, account: Awaited<ReturnType<Definitions["account"]>>) => ServerTriggers;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** Publishes that a trigger has changed. Never rejects. */
  readonly announce: (id: number) => Promise<void>;
  /** Tells administrators that the server doesn't send a trigger's changes, and why. */
  readonly refused: (record: TriggerRecord, reason: string) => Promise<void>;
}

/** Interval in milliseconds for checking target URLs again, because name records and settings change. */
const recheckMs = 60 * 60_000;
/** Errors after which a retry doesn't help, and would only lock an account out. */
const finalErrors: ReadonlySet<string> = new Set([
  "trigger_refused",
  "trigger_account_refused",
  "trigger_key_deleted",
  "trigger_address_refused",
]);

/** Applies our triggers at FileMaker Server. */
export interface Settling {
  /**
   * Returns the resulting trigger; undefined if it was deleted.
   * @throws ServiceError if the server rejects it or is unavailable
   */
  settle(id: number): Promise<TriggerRecord | undefined>;
  /**
   * Continues after a crash or an outage of the server, and checks the URLs of active triggers once an hour. Returns the number of open
   * triggers.
   */
  sweep(): Promise<number>;
  /**
   * Returns the current entries of a trigger at the server.
   * @throws ServiceError
   */
  onServer(record: TriggerRecord): Promise<readonly ServerTrigger[]>;
  /**
   * Returns the server's triggers, with the account of a definition.
   * @throws ServiceError trigger_account_refused
   */
  serverBy(record: TriggerRecord, definition: Definition): Promise<ServerTriggers>;
}

/**
 * Creates the settling. Every step first reads the server's triggers, and recognizes ours by a header. A step whose result was never stored
 * is therefore detected, and not repeated.
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

  /** The new trigger is added before the old one is deleted, so that no change is missed. */
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

  /** Deletes triggers that are no longer needed, unless they have pending operations. */
  const replace = async (server: ServerTriggers, record: TriggerRecord) => {
    const found = await ofTrigger(server, record);
    const kept = found.find(({ revision }) => revision === record.current?.revision);
    if (kept === undefined && record.current !== null) {
      // Another program deleted it at the server.
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

  /** Opens active triggers whose URL is no longer allowed, so that the next steps handle them. */
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

  /** Returns true if a URL isn't allowed. An unavailable name server doesn't count. */
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

import type { SandboxClock } from "../../clock.ts";
import type { LiveDatabase } from "../../world/live/live-database.ts";
import type { TableChange } from "../../world/live/live-table.ts";
import { ODataError } from "../odata-error.ts";
import type { PendingOperation, Webhook } from "./webhook.ts";

/** Webhooks of all files, and the delivery of their pending operations. */
export interface Webhooks {
  list(database: LiveDatabase): readonly Webhook[];
  get(database: LiveDatabase, id: number): Webhook | undefined;
  /** Adds a webhook. Ids are small numbers; those of deleted webhooks are reused. */
  add(database: LiveDatabase, webhook: Omit<Webhook, "id" | "pending">): Webhook;
  remove(database: LiveDatabase, webhook: Webhook): void;
  /** Appends an operation to the queue and starts the delivery. */
  enqueue(database: LiveDatabase, webhook: Webhook, operation: TableChange, rowIds: readonly number[]): void;
  /** Sends an operation at once; only a failed one joins the queue. Returns its error code, 0 if it was accepted. */
  send(database: LiveDatabase, webhook: Webhook, operation: TableChange, rowIds: readonly number[]): Promise<number>;
  /** Stops all deliveries. */
  close(): void;
}

interface Entry {
  readonly webhook: Webhook;
  forget(): void;
}

export function webhooks(clock: SandboxClock, retrySeconds: number): Webhooks {
  const byFile = new Map<LiveDatabase, Map<number, Entry>>();
  const closing = new AbortController();
  const busy = new Set<Webhook>();
  const entries = (database: LiveDatabase): Map<number, Entry> => byFile.get(database) ?? new Map();

  const isKnown = (database: LiveDatabase, webhook: Webhook): boolean =>
    entries(database).get(webhook.id)?.webhook === webhook;

  /** Delivers pending operations in order; a failed one stays first and is retried later. */
  const work = async (database: LiveDatabase, webhook: Webhook): Promise<void> => {
    if (busy.has(webhook)) return;
    busy.add(webhook);
    for (;;) {
      const [operation] = webhook.pending;
      if (operation === undefined || closing.signal.aborted || !isKnown(database, webhook)) break;
      const isDone = await attempt(webhook, operation);
      const isGivenUp = webhook.maxFailedAttempts > 0 && operation.sendAttempts >= webhook.maxFailedAttempts;
      if (isDone || isGivenUp) webhook.pending.shift();
      else await clock.wait(retrySeconds * 1000, closing.signal);
    }
    busy.delete(webhook);
  };

  const attempt = async (webhook: Webhook, operation: PendingOperation): Promise<boolean> => {
    try {
      const body = webhook.bodyFor(operation);
      // No row matches the filter: no notification.
      if (body === undefined) return true;
      const response = await fetch(webhook.url, {
        method: "POST",
        headers: { ...webhook.headers, "Content-Type": "application/json" },
        body,
        signal: closing.signal,
      });
      await response.body?.cancel();
      if (response.ok) return true;
      fail(operation, response.status, `HTTP ${response.status}`);
    } catch (error) {
      if (error instanceof ODataError) fail(operation, Number(error.code), error.message);
      // What a real server notes wasn't recorded; it answers Invoke with this.
      else fail(operation, CONNECTION_FAILED, "Connection failed");
    }
    return false;
  };

  const enqueue: Webhooks["enqueue"] = (database, webhook, operation, rowIds) => {
    webhook.pending.push(newOperation(operation, rowIds));
    void work(database, webhook);
  };

  return {
    list: (database) => [...entries(database).values()].map(({ webhook }) => webhook),
    get: (database, id) => entries(database).get(id)?.webhook,
    add(database, definition) {
      const known = entries(database);
      byFile.set(database, known);
      let id = 1;
      while (known.has(id)) id += 1;
      const webhook: Webhook = { ...definition, id, pending: [] };
      const table = database.occurrences.get(webhook.tableName.toLowerCase())?.table;
      const watch = (change: TableChange, rowIds: readonly number[]): void => {
        if (change !== "SCHEMA" || webhook.notifySchemaChanges) enqueue(database, webhook, change, rowIds);
      };
      table?.watchers.add(watch);
      known.set(id, { webhook, forget: () => table?.watchers.delete(watch) });
      return webhook;
    },
    remove(database, webhook) {
      entries(database).get(webhook.id)?.forget();
      entries(database).delete(webhook.id);
    },
    enqueue,
    async send(database, webhook, operation, rowIds) {
      const pending = { ...newOperation(operation, rowIds) };
      if (await attempt(webhook, pending)) return 0;
      webhook.pending.push(pending);
      void clock.wait(retrySeconds * 1000, closing.signal).then(() => work(database, webhook));
      return pending.lastErrorCode;
    },
    close: () => closing.abort("closing"),
  };
}

/** Code of a receiver that can't be reached. */
export const CONNECTION_FAILED = 1631;

function newOperation(operation: TableChange, rowIds: readonly number[]): PendingOperation {
  return { operation, rowIds, lastErrorCode: 0, lastErrorMessage: "", sendAttempts: 0 };
}

function fail(operation: PendingOperation, code: number, message: string): void {
  operation.sendAttempts += 1;
  operation.lastErrorCode = code;
  operation.lastErrorMessage = message;
}

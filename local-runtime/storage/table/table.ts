import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "#shared/ports/clock.ts";
import { checkKey, checkTransaction, checkWrite, targetOf } from "#shared/ports/limits/table-limits.ts";
import { ConditionFailed, type Item, type Key, type Table, type Write } from "#shared/ports/table.ts";
import { repeating } from "../../repeating.ts";
import { openDatabase } from "../database.ts";
import { checkItemSize } from "./item-size.ts";
import { tablePages } from "./pages.ts";
import { decodeFields, encodeFields, itemOf, tableSchema } from "./rows.ts";
import { holds, outcome } from "./writes.ts";

export interface TableOptions {
  /** Path of the file, or ":memory:". */
  readonly file: string;
  readonly clock: Clock;
  /** Seconds between deletions of expired items; 0 for never. */
  readonly sweepSeconds?: number;
  /** Maximum milliseconds to wait for another program's lock on the file. */
  readonly lockWaitMs?: number;
}

/** The Table port in one SQLite file. */
export interface LocalTable extends Table {
  /** Deletes all expired items in small batches. Returns their number. */
  sweep(): Promise<number>;
  close(): void;
}

/** Interval in milliseconds at which the write-ahead log is copied to the file. */
const checkpointMs = 60 * 60_000;

export function openTable({ file, clock, sweepSeconds = 600, lockWaitMs }: TableOptions): LocalTable {
  const database = openDatabase(file, tableSchema, lockWaitMs);
  const { connection } = database;
  const readPage = tablePages(connection);
  const read = connection.prepare(
    "SELECT * FROM items WHERE pk = ? AND sk = ? AND (expires_at IS NULL OR expires_at > ?)",
  );
  const write = connection.prepare(
    `INSERT INTO items (pk, sk, fields, version, expires_at, index_pk, index_sk) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (pk, sk) DO UPDATE SET fields = excluded.fields, version = excluded.version,
       expires_at = excluded.expires_at, index_pk = excluded.index_pk, index_sk = excluded.index_sk`,
  );
  const remove = connection.prepare("DELETE FROM items WHERE pk = ? AND sk = ?");
  const removeExpired = connection.prepare(
    `DELETE FROM items WHERE (pk, sk) IN
       (SELECT pk, sk FROM items WHERE expires_at <= ? ORDER BY expires_at LIMIT ${sweepBatch})`,
  );

  const nowSeconds = (): number => clock.now() / 1000;

  function live({ pk, sk }: Key): Item | undefined {
    const row = read.get(pk, sk, nowSeconds());
    return row === undefined ? undefined : itemOf(row);
  }

  function store({ pk, sk, fields, version, expiresAt, index }: Item): Item {
    const encoded = encodeFields(fields);
    checkItemSize({ pk, sk }, encoded);
    write.run(pk, sk, encoded, version, expiresAt ?? null, index?.pk ?? null, index?.sk ?? null);
    return {
      pk,
      sk,
      fields: decodeFields(encoded),
      version,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(index === undefined ? {} : { index: { pk: index.pk, sk: index.sk } }),
    };
  }

  /** Performs one write in a transaction. Returns the resulting item. */
  function apply(action: Write, place: number): Item | undefined {
    const target = targetOf(action);
    const before = live(target);
    if (!holds(action.condition, before)) throw new ConditionFailed(place);
    const after = outcome(action, before);
    if (after === undefined) remove.run(target.pk, target.sk);
    return after === undefined || after === before ? after : store(after);
  }

  async function single(action: Write): Promise<Item | undefined> {
    checkWrite(action);
    return database.transaction(() => apply(action, 0));
  }

  async function sweep(): Promise<number> {
    let deleted = 0;
    for (;;) {
      const { changes } = await database.run(() => removeExpired.run(nowSeconds()));
      const batch = Number(changes);
      deleted += batch;
      if (batch < sweepBatch) return deleted;
      // Gives other users of the file and of this process a turn.
      await nextTurn();
      if (!connection.isOpen) return deleted;
    }
  }

  const sweeping = sweepSeconds === 0 ? undefined : repeating(clock, sweepSeconds * 1000, sweep);
  // SQLite does it after 4 MB of writes, which can take hours: until then, the file itself is worth little to backup programs.
  const checkpoints = repeating(clock, checkpointMs, () =>
    database.run(() => connection.exec("PRAGMA wal_checkpoint(PASSIVE)")),
  );

  return {
    async get(key) {
      checkKey(key);
      return database.run(() => live(key));
    },
    async query(query) {
      return database.run(() => readPage(query, nowSeconds()));
    },
    async put(put, condition) {
      return present(await single({ put, ...(condition === undefined ? {} : { condition }) }));
    },
    async update(update, change, condition) {
      return present(await single({ update, change, ...(condition === undefined ? {} : { condition }) }));
    },
    async delete(key, condition) {
      await single({ delete: key, ...(condition === undefined ? {} : { condition }) });
    },
    async transact(writes) {
      checkTransaction(writes);
      await database.transaction(() => {
        for (const [place, action] of writes.entries()) apply(action, place);
      });
    },
    sweep,
    close() {
      sweeping?.stop();
      checkpoints.stop();
      if (connection.isOpen) database.close();
    },
  };
}

/** Small, because a transaction blocks all other writers. */
const sweepBatch = 200;

function present(item: Item | undefined): Item {
  if (item === undefined) throw new Error("A put or an update must leave an item");
  return item;
}

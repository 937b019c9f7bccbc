import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import { groupCommits } from "./group-commits.ts";
import { lockWaits, StoreLocked } from "./lock-waits.ts";

/** Purpose of a database file, and the statements from each version of its schema to the next. */
export interface Schema {
  readonly name: string;
  /** Written into the file, to detect files of another kind. */
  readonly applicationId: number;
  readonly versions: readonly string[];
}

/** Durable SQLite file that any number of processes share. */
export interface Database {
  readonly connection: DatabaseSync;
  /** Runs statements that only read, or a single one that writes. Restarts if another program has locked the file. */
  run<T>(work: () => T): Promise<T>;
  /** Runs reads and writes as one; nothing is kept if `work` throws. Concurrent transactions are committed together. */
  transaction<T>(work: () => T): Promise<T>;
  close(): void;
}

/** Opens a file, and waits synchronously while another program has locked it: nothing is served yet that could be blocked. */
export function openDatabase(file: string, schema: Schema, lockWaitMs = usualLockWaitMs): Database {
  if (file !== ":memory:") createPrivately(file);
  const connection = new DatabaseSync(file, { timeout: startWaitMs });
  try {
    translated(() => prepare(connection, file, schema));
  } catch (error) {
    connection.close();
    throw error;
  }
  const waits = lockWaits(lockWaitMs);
  const groups = groupCommits({ connection, whenFree: (attempt) => waits.run(() => translated(attempt)) });

  return {
    connection,
    run: (work) => waits.run(() => translated(work)),
    transaction: (work) => groups.transaction(() => translated(work)),
    close() {
      groups.flush();
      waits.close();
      connection.close();
    },
  };
}

/** Maximum milliseconds that a start waits for a file that another program has locked. */
export const startWaitMs = 5_000;
const usualLockWaitMs = 5_000;

/** Creates a file for this account only, as it contains key hashes and sealed secrets; SQLite gives its side files the same mode. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw new StoreUnavailable(`${file} can't be opened`, { cause: error });
  }
}

function prepare(connection: DatabaseSync, file: string, schema: Schema): void {
  checkOwner(connection, file, schema);
  if (file !== ":memory:") enterWal(connection);
  connection.exec("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA journal_size_limit = 67108864");
  if (pragma(connection, "user_version") !== schema.versions.length) {
    inTransaction(connection, () => {
      // Checked again: another process may have been faster.
      checkOwner(connection, file, schema);
      for (const statements of schema.versions.slice(pragma(connection, "user_version"))) connection.exec(statements);
      connection.exec(
        `PRAGMA user_version = ${schema.versions.length}; PRAGMA application_id = ${schema.applicationId}`,
      );
    });
  }
  // With the schema in memory, preparing statements doesn't wait for the file; from here on, SQLite never sleeps.
  connection.exec("SELECT count(*) FROM sqlite_schema; PRAGMA busy_timeout = 0");
}

function checkOwner(connection: DatabaseSync, file: string, { name, applicationId, versions }: Schema): void {
  const version = pragma(connection, "user_version");
  const owner = pragma(connection, "application_id");
  if (owner !== applicationId && (owner !== 0 || version !== 0)) throw new Error(`${file} is not a Latchkey ${name}`);
  if (version > versions.length) {
    throw new Error(
      `${file} was written by a newer Latchkey: its ${name} has version ${version}; this one supports ${versions.length}`,
    );
  }
}

function pragma(connection: DatabaseSync, name: string): number {
  return Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
}

/** Enters WAL mode, which needs exclusive access. If two processes try, SQLite fails immediately in spite of the timeout. */
function enterWal(connection: DatabaseSync): void {
  const deadline = performance.now() + startWaitMs;
  for (;;) {
    try {
      connection.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!locks.has(resultCode(error) ?? 0) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20);
    }
  }
}

function inTransaction<T>(connection: DatabaseSync, work: () => T): T {
  // IMMEDIATE: a transaction that reads first and requests the write lock later fails if another process wrote in between.
  connection.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

/** Translates SQLite errors to errors of the port. */
function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = resultCode(error);
    if (code === SQLITE_FULL) throw new StoreFull("The disk of the store is full", { cause: error });
    if (code !== undefined && locks.has(code)) throw new StoreLocked({ cause: error });
    if (code !== undefined && outages.has(code)) {
      throw new StoreUnavailable("The store can't be read or written", { cause: error });
    }
    throw error;
  }
}

const SQLITE_FULL = 13;
/** Busy, and locked. */
const locks = new Set([5, 6]);
/** Read-only, I/O error, corrupt, cannot open, protocol, not a database. */
const outages = new Set([8, 10, 11, 14, 15, 26]);

/** Returns SQLite's primary result code, or undefined for other errors. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

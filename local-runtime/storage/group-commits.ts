import type { DatabaseSync } from "node:sqlite";

/** Transaction in a group commit. */
interface Member {
  /** Runs it within the group; nothing is kept if it throws. */
  run(): void;
  settle(): void;
  reject(thrown: unknown): void;
}

export interface GroupCommits {
  /** Runs reads and writes as one, and resolves when they are on disk. */
  transaction<T>(work: () => T): Promise<T>;
  /** Commits the pending transactions. */
  flush(): void;
}

interface GroupOptions {
  readonly connection: DatabaseSync;
  /** Runs `attempt` once the file is free. Its errors become errors of the store. */
  readonly whenFree: (attempt: () => void) => Promise<void>;
}

/** Maximum transactions per commit. More would block this process's calls. */
const maxMembers = 64;

/**
 * Commits the transactions of one turn of the event loop together, so that there is only one wait for the disk. Each one still succeeds or
 * fails separately.
 */
export function groupCommits({ connection, whenFree }: GroupOptions): GroupCommits {
  const waiting: Member[] = [];
  let isScheduled = false;

  const commit = async (members: readonly Member[]): Promise<void> => {
    try {
      await whenFree(() => inTransaction(connection, members));
    } catch (thrown) {
      for (const { reject } of members) reject(thrown);
      return;
    }
    for (const { settle } of members) settle();
  };

  const flush = (): void => {
    isScheduled = false;
    const members = waiting.splice(0, maxMembers);
    if (waiting.length > 0) schedule();
    if (members.length > 0) void commit(members);
  };

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(flush);
  };

  return {
    transaction<T>(work: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      let settle = (): void => undefined;
      waiting.push({
        run() {
          connection.exec("SAVEPOINT member");
          try {
            const result = work();
            settle = () => resolve(result);
          } catch (thrown) {
            // If SQLite rolled everything back, the others have failed too.
            if (!connection.isTransaction) throw thrown;
            settle = () => reject(thrown);
            connection.exec("ROLLBACK TO member");
          }
          connection.exec("RELEASE member");
        },
        settle: () => settle(),
        reject,
      });
      schedule();
      return promise;
    },

    flush() {
      while (waiting.length > 0) flush();
    },
  };
}

function inTransaction(connection: DatabaseSync, members: readonly Member[]): void {
  // IMMEDIATE: a transaction that reads first and requests the write lock later fails if another process wrote in between.
  connection.exec("BEGIN IMMEDIATE");
  try {
    for (const member of members) member.run();
    connection.exec("COMMIT");
  } catch (error) {
    if (connection.isTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

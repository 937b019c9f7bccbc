import type { DatabaseSync } from "node:sqlite";

/** One transaction among those that are committed together. */
interface Member {
  /** Runs it inside of the whole; nothing of it stays when it throws. */
  run(): void;
  settle(): void;
  reject(thrown: unknown): void;
}

export interface GroupCommits {
  /** Runs reads and writes as one, and resolves when they are on the disk. */
  transaction<T>(work: () => T): Promise<T>;
  /** Commits what has come and is not committed yet. */
  flush(): void;
}

interface GroupOptions {
  readonly connection: DatabaseSync;
  /** Runs `attempt` once the file is free; what it throws is an error of the store. */
  readonly whenFree: (attempt: () => void) => Promise<void>;
}

/** More would keep calls of this process waiting. */
const mostMembers = 64;

/**
 * Commits together what comes in one turn of the loop: the disk is waited for once, however many calls have something to write. Each of
 * them stays a transaction of its own, that succeeds or fails by itself.
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
    const members = waiting.splice(0, mostMembers);
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
            // Where SQLite has given up all of it, the others have failed too.
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
  // IMMEDIATE: a transaction that reads first and asks for the write lock later fails when another process wrote between.
  connection.exec("BEGIN IMMEDIATE");
  try {
    for (const member of members) member.run();
    connection.exec("COMMIT");
  } catch (error) {
    if (connection.isTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

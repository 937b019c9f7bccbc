import { DatabaseSync } from "node:sqlite";
import { createPrivately, resultCode, startWaitMs } from "../database.ts";

/** Marks this process as a user of a shared folder for as long as it runs. */
export interface SoleOpener {
  close(): void;
}

const busy = 5;

/**
 * Locks a file that every process of a folder locks, and that the system unlocks when a process ends in any way. If no other process holds
 * it, `alone` runs before any other process can lock it.
 */
export function soleOpener(file: string, alone: () => void): SoleOpener {
  createPrivately(file);
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    if (isAlone(connection)) {
      alone();
      connection.exec("COMMIT");
    }
    // An open read transaction: SQLite holds a shared lock for it. A process that is alone may still be running `alone`.
    connection.exec(`PRAGMA busy_timeout = ${2 * startWaitMs}; BEGIN; SELECT count(*) FROM sqlite_schema`);
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
  return { close: () => connection.close() };
}

function isAlone(connection: DatabaseSync): boolean {
  try {
    connection.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (thrown) {
    if (resultCode(thrown) === busy) return false;
    throw thrown;
  }
}

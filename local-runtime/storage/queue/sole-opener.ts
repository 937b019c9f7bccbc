import { DatabaseSync } from "node:sqlite";
import { createPrivately, resultCode, startWaitMs } from "../database.ts";

/** Says among processes that share a folder that this one is there, for as long as it is. */
export interface SoleOpener {
  close(): void;
}

const busy = 5;

/**
 * Takes part in a file that every process of a folder holds, and that the system lets go of for one that has ended, however it did. Where no
 * other holds it, `alone` is run before any other can.
 */
export function soleOpener(file: string, alone: () => void): SoleOpener {
  createPrivately(file);
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    if (isAlone(connection)) {
      alone();
      connection.exec("COMMIT");
    }
    // A read that goes on: SQLite holds the file for it, beside those of others. One that is alone may be at work still.
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

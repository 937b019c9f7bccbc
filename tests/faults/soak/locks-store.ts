import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** Locks a SQLite file for some seconds: node locks-store.ts FILE SECONDS. */
const [file = "", seconds = "1"] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 10_000 });
database.exec("BEGIN EXCLUSIVE");
await wait(Number(seconds) * 1_000);
database.exec("ROLLBACK");
database.close();

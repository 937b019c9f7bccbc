import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

// Locks a database as another program might, until a line arrives on its standard input or some time has passed. Arguments: file,
// milliseconds.
const [file = "", milliseconds] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec("BEGIN EXCLUSIVE");
console.log("locked");
if (milliseconds === undefined) await once(process.stdin, "data");
else await wait(Number(milliseconds));
process.stdin.destroy();
database.exec("ROLLBACK");
database.close();

import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listen } from "../peers/peer-program.ts";

// Minimal server that stores an event before it answers: node bench/webhooks/bare-insert.ts <folder>
const [folder = ""] = process.argv.slice(2);
const database = new DatabaseSync(join(folder, "bare.sqlite"));
// Same settings as Latchkey's own store.
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
database.exec("CREATE TABLE events (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT");
const insert = database.prepare("INSERT INTO events (body) VALUES (?)");

listen(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { lastInsertRowid } = insert.run(Buffer.concat(chunks));
      const body = JSON.stringify({ success: true, id: Number(lastInsertRowid) });
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
      response.end(body);
    });
  }),
);
process.once("SIGTERM", () => process.exit(0));

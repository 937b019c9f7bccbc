import { createServer } from "node:net";
import { setPriority } from "node:os";
import { busySessions } from "./busy-sessions.ts";
import { newCounters } from "./counters.ts";
import { fixedDelay } from "./fixed-delay.ts";
import { serveConnection } from "./serve-connection.ts";

// FileMaker Server's HTTP interface with as little work as possible, in a separate process:
// node bench/upstream/start.ts <delay in milliseconds>
const delayMs = Number(process.argv[2] ?? 0);
const delay = fixedDelay(delayMs);
const counters = newCounters();
const sessions = busySessions();
// Polling the clock for a delay must not take the shared core away from the load.
if (delayMs > 0) setPriority(5);

const server = createServer({ noDelay: true }, (socket) => serveConnection(socket, { delay, counters, sessions }));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.once("SIGTERM", () => process.exit(0));

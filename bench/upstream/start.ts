import { createServer } from "node:net";
import { setPriority } from "node:os";
import { busySessions } from "./busy-sessions.ts";
import { newCounters } from "./counters.ts";
import { fixedDelay } from "./fixed-delay.ts";
import { serveConnection } from "./serve-connection.ts";

// A FileMaker Server's HTTP face with as little work in it as possible, in a process of its own:
// node bench/upstream/start.ts <delay in milliseconds>
const delayMs = Number(process.argv[2] ?? 0);
const delay = fixedDelay(delayMs);
const counters = newCounters();
const sessions = busySessions();
// Watching the clock for a delay must not keep the load from the core that they share.
if (delayMs > 0) setPriority(5);

const server = createServer({ noDelay: true }, (socket) => serveConnection(socket, { delay, counters, sessions }));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.once("SIGTERM", () => process.exit(0));

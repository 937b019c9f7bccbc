import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that systems assign to connections and to servers that ask for any port: no other program gets one of these by chance.
 */
const [first, end] = [20_000, 32_768];

/** Returns a free port for programs that can't choose one themselves. The port stays free between a stop and a start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, end);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", (thrown: NodeJS.ErrnoException) =>
      thrown.code === "EADDRINUSE" ? resolve(false) : reject(thrown),
    );
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

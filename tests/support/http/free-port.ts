import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that systems give to connections and to servers that ask for any port: nobody gets one of these by chance. */
const [first, end] = [20_000, 32_768];

/** A port that is free, for programs that cannot choose one themselves, and that stays so between a stop and a start. */
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

import { createServer } from "node:net";

/** Returns a port that was just free, for programs that can't choose one themselves. */
export async function freePort(): Promise<number> {
  return (await listened(0)) ?? Promise.reject(new Error("No port is free"));
}

export async function isFree(port: number): Promise<boolean> {
  return (await listened(port)) !== undefined;
}

/** Returns a port that can be listened on right now, or undefined. */
async function listened(port: number): Promise<number | undefined> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once("listening", () => resolve(true)).once("error", () => resolve(false));
  server.listen(port, "127.0.0.1");
  if (!(await promise)) return undefined;
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return address.port;
}

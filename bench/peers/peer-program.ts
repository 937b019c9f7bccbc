import type { Server } from "node:http";

/** Returns the arguments of a peer: `node <peer>.ts <upstream origin> <upstream connections>`. */
export function peerArguments(): { readonly upstream: string; readonly connections: number } {
  const [upstream, connections] = process.argv.slice(2);
  if (upstream === undefined || connections === undefined) {
    throw new Error("A peer needs the upstream's origin and a number of connections.");
  }
  return { upstream, connections: Number(connections) };
}

/** Listens on a free port of this machine, and prints the address. */
export function listen(server: Server): void {
  server.listen(0, "127.0.0.1", () => announce(server));
}

/** Prints the address of a server. */
export function announce(server: Pick<Server, "address">): void {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}\n`);
}

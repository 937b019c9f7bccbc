import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Starts a connection between agent and service that a test can cut. */
export async function aWire(target: number) {
  const pairs = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(one);
      one.on("error", () => undefined);
      one.once("close", () => {
        pairs.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return pairs.size;
    },
    cut() {
      isCut = true;
      for (const socket of pairs) socket.destroy();
    },
    repair() {
      isCut = false;
    },
    async close() {
      for (const socket of pairs) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

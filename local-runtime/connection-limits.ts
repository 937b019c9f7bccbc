import type { Server } from "node:http";
import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";

const mostConnections = 2_000;
const mostPerAddress = 200;

/** Bounds connections in all and per address (R4.6). Loopback and trusted proxies speak for many and are not bounded by address. */
export function limitConnections(server: Server, isTrusted: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.maxConnections = mostConnections;
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (isLoopback(address) || isTrusted(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > mostPerAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

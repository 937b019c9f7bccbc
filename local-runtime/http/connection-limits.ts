import type { Server, Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { GatewayLimits } from "./gateway-limits.ts";

export interface ConnectionLimits extends Pick<GatewayLimits, "connections" | "connectionsPerAddress"> {
  /** Addresses that speak for many, and are bounded in all only. */
  readonly isExempt: (address: string) => boolean;
}

/** Bounds connections in all and per address (R4.6). What is too much is closed before it is read. */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress, isExempt }: ConnectionLimits,
): void {
  const open = new Map<string, number>();
  server.maxConnections = connections;
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (isExempt(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > connectionsPerAddress) {
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

/** Programs on this machine: a reverse proxy beside us is one of them. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

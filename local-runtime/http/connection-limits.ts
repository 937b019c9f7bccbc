import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import ipaddr from "ipaddr.js";
import type { GatewayLimits } from "./gateway-limits.ts";

export interface ConnectionLimits extends Pick<GatewayLimits, "connections" | "connectionsPerAddress"> {
  /** Addresses that speak for many, and are bounded in all only. */
  readonly isExempt: (address: string) => boolean;
}

/** Counts a connection as one of an address, until it is closed. False when there are too many: it is closed then. */
export type CountConnection = (address: string, socket: Duplex) => boolean;

/**
 * Bounds connections in all and per address (R4.6). What is too much is closed before it is read. Whose a connection through a proxy
 * is, shows only when it has been read, and only where it carries nothing of others: what answers counts that.
 */
export function limitConnections(
  server: Server,
  { connections, connectionsPerAddress, isExempt }: ConnectionLimits,
): CountConnection {
  const open = new Map<string, number>();

  const count: CountConnection = (address, socket) => {
    if (isExempt(address)) return true;
    const number = (open.get(address) ?? 0) + 1;
    if (number > connectionsPerAddress) {
      socket.destroy();
      return false;
    }
    open.set(address, number);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return true;
  };

  server.maxConnections = connections;
  server.on("connection", (socket: Socket) => count(socket.remoteAddress ?? "", socket));
  return count;
}

/** Programs on this machine: a reverse proxy beside us is one of them. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { forwardedAddress, plainAddress } from "#shared/http/forwarded-address.ts";
import { isLoopback } from "./connection-limits.ts";
import type { OnUnreadableAddress } from "./unreadable-addresses.ts";

/** Address of a connection's peer or of the client behind it. */
export interface ClientAddress {
  readonly address: string;
  /** True if the peer itself is a configured reverse proxy. */
  readonly fromTrustedProxy: boolean;
}

/**
 * Reads client addresses: the socket's address or, if the socket's peer is a trusted proxy, the last untrusted hop in
 * X-Forwarded-For. If that hop isn't an address, uses the socket's address. `trusted` contains addresses and CIDR ranges.
 */
export function clientAddresses(trusted: readonly string[], onUnreadable: OnUnreadableAddress) {
  const networks = trusted.map((entry) => {
    if (entry.includes("/")) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === "ipv4" ? 32 : 128] as [ipaddr.IPv4 | ipaddr.IPv6, number];
  });

  const isTrusted = (address: string): boolean => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network));
  };

  return {
    isTrusted,

    of(request: Pick<IncomingMessage, "socket" | "headers">): ClientAddress {
      const socket = plainAddress(request.socket.remoteAddress ?? "");
      if (networks.length === 0 || !isTrusted(socket)) return { address: socket, fromTrustedProxy: false };
      const hops = String(request.headers["x-forwarded-for"] ?? "").split(",");
      for (const hop of hops.reverse()) {
        const entry = hop.trim();
        if (entry === "") continue;
        const address = forwardedAddress(entry);
        if (address !== undefined && isTrusted(address)) continue;
        if (address !== undefined) return { address, fromTrustedProxy: true };
        onUnreadable(entry, socket);
        break;
      }
      return { address: socket, fromTrustedProxy: true };
    },
  };
}

export type ClientAddresses = ReturnType<typeof clientAddresses>;

/** Headers that proxies add to forwarded requests. */
const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/**
 * True if a program on this machine makes the call itself, instead of forwarding it for another client: a proxy would have added its
 * headers.
 */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): boolean {
  const remote = plainAddress(socket.remoteAddress ?? "");
  if (!isLoopback(remote) && remote !== plainAddress(socket.localAddress ?? "")) return false;
  return remote !== "" && forwardingHeaders.every((name) => headers[name] === undefined);
}

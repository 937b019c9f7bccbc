import ipaddr from "ipaddr.js";

/** The network that limits count as one client: an IPv4 address, or the /64 that one IPv6 host can pick addresses from. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

import ipaddr from "ipaddr.js";

/** Returns the network that limits count as one client: an IPv4 address, or the /64 that an IPv6 host can choose addresses from. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

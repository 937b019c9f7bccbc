import ipaddr from "ipaddr.js";

/** What failures of one client are counted under: the IPv4 address, or the /64 network that an IPv6 client may roam in. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}

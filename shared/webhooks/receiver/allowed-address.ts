import ipaddr from "ipaddr.js";

/** Returns true if an address is in a list of addresses and networks. An empty list allows all. */
export function isAllowedAddress(address: string, list: readonly string[]): boolean {
  if (list.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return list.some((entry) => {
    const [network, bits] = entry.includes("/") ? ipaddr.parseCIDR(entry) : [ipaddr.parse(entry), undefined];
    if (network.kind() !== from.kind()) return false;
    return bits === undefined ? network.toNormalizedString() === from.toNormalizedString() : from.match(network, bits);
  });
}

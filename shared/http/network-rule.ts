import ipaddr from "ipaddr.js";

/** True if an address is in one of the networks. */
export type NetworkRule = (address: string) => boolean;

/** Creates a rule for networks. IPv4-mapped IPv6 addresses and networks count as IPv4. An invalid address is in none. */
export function networkRule(networks: readonly string[]): NetworkRule {
  const listed = networks.map(network);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return listed.some(({ first, length }) => first.kind() === address.kind() && address.match(first, length));
  };
}

const bitsBeforeIpv4 = 96;

function network(text: string): { readonly first: ipaddr.IPv4 | ipaddr.IPv6; readonly length: number } {
  const [address = "", given] = text.split("/");
  const first = ipaddr.parse(address);
  const length = given === undefined ? first.toByteArray().length * 8 : Number(given);
  const isMapped = first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress() && length >= bitsBeforeIpv4;
  return isMapped ? { first: first.toIPv4Address(), length: length - bitsBeforeIpv4 } : { first, length };
}

import ipaddr from "ipaddr.js";

/** Whether an address lies in one of some networks. */
export type NetworkRule = (address: string) => boolean;

/** IPv4 addresses that come in the form of IPv6 count as what they are. What is no address lies in none. */
export function networkRule(networks: readonly string[]): NetworkRule {
  const listed = networks.map((network) => {
    const [address = "", length] = network.split("/");
    const parsed = ipaddr.parse(address);
    const bits = parsed.kind() === "ipv6" ? 128 : 32;
    return { parsed, length: length === undefined ? bits : Number(length) };
  });
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return listed.some(({ parsed, length }) => parsed.kind() === address.kind() && address.match(parsed, length));
  };
}

import ipaddr from "ipaddr.js";

/** Cloud metadata and services of cloud hosts answer here. They hand out credentials, so no list opens these. */
const never = new Set([
  "169.254.169.254",
  "fd00:ec2::254",
  // Of containers and pods on AWS.
  "169.254.170.2",
  "169.254.170.23",
  "fd00:ec2::23",
  "100.100.100.200", // Alibaba
  "192.0.0.192", // Oracle
  "168.63.129.16", // Azure
]);

/** Ranges that an administrator's list may open. */
const privateRanges = new Set(["private", "uniqueLocal", "carrierGradeNat", "linkLocal"]);

/** Whether an address is within the listed networks. */
export function listedAddresses(networks: readonly string[]): (address: string) => boolean {
  const listed = parsedNetworks(networks);
  return (text) => ipaddr.isValid(text) && isWithin(unwrapped(ipaddr.process(text)), listed);
}

/**
 * Whether a callout may connect to an address: public unicast ones, and private ones within the listed networks (O2).
 * IPv4 addresses that travel inside of IPv6 count as what they are.
 */
export function calloutAddresses(networks: readonly string[]): (address: string) => boolean {
  const listed = parsedNetworks(networks);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = unwrapped(ipaddr.process(text));
    if (never.has(address.toString()) || isCompatible(address)) return false;
    const range = address.range();
    if (range === "unicast") return true;
    return privateRanges.has(range) && isWithin(address, listed);
  };
}

type Network = ReturnType<typeof ipaddr.parseCIDR>;

function parsedNetworks(networks: readonly string[]): readonly Network[] {
  return networks.map((network) =>
    network.includes("/") ? ipaddr.parseCIDR(network) : ipaddr.parseCIDR(`${network}/${bits(network)}`),
  );
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean {
  return networks.some(([network, length]) => network.kind() === address.kind() && address.match(network, length));
}

function bits(address: string): number {
  return ipaddr.parse(address).kind() === "ipv6" ? 128 : 32;
}

/** The old form of an IPv4 address in an IPv6 one, such as `::7f00:1`, which other lists take for a public address. Nothing is reached by it. */
function isCompatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv6 && address.toByteArray().every((byte, at) => at >= 12 || byte === 0);
}

/** NAT64 and 6to4 addresses lead to the IPv4 address that they hold. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  const inner = { rfc6052: bytes.slice(12), "6to4": bytes.slice(2, 6) }[address.range() as string];
  return inner === undefined ? address : new ipaddr.IPv4(inner);
}

import ipaddr from "ipaddr.js";

/** Addresses of cloud metadata services. They hand out credentials, so no list allows them. */
const never = new Set([
  "169.254.169.254",
  "fd00:ec2::254",
  // Credentials of containers and pods on AWS.
  "169.254.170.2",
  "169.254.170.23",
  "fd00:ec2::23",
  "100.100.100.200", // Alibaba
  "192.0.0.192", // Oracle
  "168.63.129.16", // Azure
]);

/** Ranges that an administrator's list can allow. */
const privateRanges = new Set(["private", "uniqueLocal", "carrierGradeNat", "linkLocal"]);

/** Returns a test for addresses within the listed networks. */
export function listedAddresses(networks: readonly string[]): (address: string) => boolean {
  const listed = parsedNetworks(networks);
  return (text) => ipaddr.isValid(text) && isWithin(unwrapped(ipaddr.process(text)), listed);
}

/**
 * Returns a test for addresses that callouts may connect to: public unicast ones, and private ones within the listed networks.
 * IPv4 addresses inside IPv6 ones count as what they are.
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

/**
 * True for an IPv4 address in the old IPv6 form, such as `::7f00:1`, which other lists consider public. Nothing is reachable through
 * it.
 */
function isCompatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv6 && address.toByteArray().every((byte, at) => at >= 12 || byte === 0);
}

/** Returns the IPv4 address inside NAT64 and 6to4 addresses, which lead there. */
function unwrapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (!(address instanceof ipaddr.IPv6)) return address;
  const bytes = address.toByteArray();
  const inner = { rfc6052: bytes.slice(12), "6to4": bytes.slice(2, 6) }[address.range() as string];
  return inner === undefined ? address : new ipaddr.IPv4(inner);
}

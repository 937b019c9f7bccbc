import ipaddr from "ipaddr.js";

/**
 * Returns the address in an entry of X-Forwarded-For in plain form: without a port (`203.0.113.9:4711`, `[2001:db8::7]:4711`) or
 * brackets, and an IPv4-mapped IPv6 address as IPv4. Undefined if the entry isn't an address.
 */
export function forwardedAddress(entry: string): string | undefined {
  const [, bracketed, ipv4 = entry] = withPort.exec(entry) ?? [];
  if (bracketed === undefined && ipaddr.IPv4.isValidFourPartDecimal(ipv4)) return ipv4;
  const ipv6 = bracketed ?? entry;
  return ipaddr.IPv6.isValid(ipv6) ? plainAddress(ipv6) : undefined;
}

/** Returns an address, with an IPv4-mapped IPv6 address as IPv4. */
export function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

const withPort = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/;

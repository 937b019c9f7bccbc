import { expect, test } from "vitest";
import { calloutAddresses } from "#shared/node/callout-addresses.ts";
import { verifies } from "../support/verifies.ts";

const publicOnly = calloutAddresses([]);
const listed = calloutAddresses([
  "10.1.0.0/16",
  "192.168.7.7",
  "fd12::/16",
  "169.254.0.0/16",
  "127.0.0.0/8",
  "::1",
  "fd00::/8",
]);

verifies("system:reach:addresses", "public addresses are called", () => {
  for (const address of ["8.8.8.8", "203.0.112.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
    expect(publicOnly(address), address).toBe(true);
});

verifies("system:reach:addresses", "addresses outside of the public network aren't", () => {
  for (const address of [
    "127.0.0.1",
    "127.255.255.254",
    "::1",
    "::",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "169.254.1.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "192.0.2.1",
    "203.0.113.9",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2002:a00:1::",
    "2001:0:7f00:1::",
    "::127.0.0.1",
    "::7f00:1",
    "::a9fe:a9fe",
    "::808:808",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "64:ff9b::a83f:8110",
    "100.100.100.200",
    "192.0.0.192",
    "169.254.170.2",
    "169.254.170.23",
    "not an address",
    "",
  ])
    expect(publicOnly(address), address).toBe(false);
});

verifies("system:reach:addresses", "private networks are called if they are listed", () => {
  for (const address of ["10.1.2.3", "192.168.7.7", "fd12::1", "169.254.1.1", "::ffff:10.1.2.3"])
    expect(listed(address), address).toBe(true);
  for (const address of ["10.2.0.1", "192.168.7.8", "172.16.0.1"]) expect(listed(address), address).toBe(false);
});

verifies("system:reach:addresses", "no list allows loopback or a cloud's metadata address", () => {
  const never = ["169.254.169.254", "169.254.170.2", "169.254.170.23", "fd00:ec2::254", "fd00:ec2::23"];
  for (const address of [...never, "127.0.0.1", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"])
    expect(listed(address), address).toBe(false);
});

test("a listed address without a prefix length means only itself", () => {
  expect(calloutAddresses(["fd12::5"])("fd12::6")).toBe(false);
  expect(calloutAddresses(["fd12::5"])("fd12::5")).toBe(true);
});

import { expect } from "vitest";
import { signInWatch } from "#shared/notifications/watches/sign-in-watch.ts";
import { verifies } from "../support/verifies.ts";

verifies("notifications:sign-ins:refused", "the addresses of an IPv6 /64 count as one", async () => {
  const refused = [
    { address: "203.0.113.7", count: 20 },
    { address: "2001:db8:0:1::1", count: 15 },
    { address: "2001:db8:0:1:ffff::2", count: 15 },
    { address: "2001:db8:0:2::1", count: 15 },
  ];
  const found = await signInWatch(async () => [refused]).look([]);
  expect(found?.[0]?.text).toBe("65 credentials were rejected within ten minutes, 30 of them from 2001:db8:0:1::/64.");
});

verifies("notifications:sign-ins:refused", "networks that are counted together are many", async () => {
  const refused = [
    { address: "203.0.113.7", count: 20 },
    { address: "many", count: 40 },
  ];
  const found = await signInWatch(async () => [refused]).look([]);
  expect(found?.[0]?.text).toBe("60 credentials were rejected within ten minutes, from many addresses.");
});

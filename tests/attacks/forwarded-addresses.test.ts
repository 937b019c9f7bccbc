import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ environment: { TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8" } });
afterAll(() => service.stop());
const networks = ["203.0.113.0/24", "2001:db8::/32"];
const key = await service.aKey({ limits: { networks } });

/** Returns the status of a call with the key, as a trusted proxy passes it on. */
const status = async (forwarded: string) =>
  (await service.raw("GET", recordsPath("Contacts.fmp12"), { key, headers: { "X-Forwarded-For": forwarded } })).status;

/** Formats in which proxies write an address of these networks. */
const readable = [
  "203.0.113.9",
  "203.0.113.9:4711",
  "203.0.113.9:0",
  "::ffff:203.0.113.9",
  "[::ffff:203.0.113.9]:4711",
  "2001:db8::7",
  "[2001:db8::7]",
  "[2001:db8::7]:4711",
  "[2001:DB8:0:0::7]:65535",
];

/** Text that resembles such an address. */
const unreadable = [
  ...["203.0.113.9:", "203.0.113.9:x", "203.0.113.9:123456", "203.0.113.9:1:2", "203.0.113.9:-1", "203.0.113.9/24"],
  ...["[203.0.113.9]", "[203.0.113.9]:80", "203.0.113", "203.0.113.9.1", "203.0.113.256", "203.0.113.09", "0xcb007109"],
  ...[
    "3405803785",
    "0313.0.0161.011",
    "203.0.28937",
    "[2001:db8::7",
    "2001:db8::7]",
    "[2001:db8::7]80",
    "[2001:db8::7]:",
  ],
  ...[
    "[[2001:db8::7]]",
    "2001:db8::7::1",
    "[]",
    "[]:80",
    ":80",
    "unknown",
    "_hidden",
    "for=203.0.113.9",
    '"203.0.113.9"',
  ],
  ...["203.0.113.9;", "203.0.113.9 10.0.0.1", "http://203.0.113.9", "203.0.113.9\t203.0.113.9", "２03.0.113.9"],
];

verifies("access:address:forwarded", "a port or brackets don't make an address another client", async () => {
  for (const entry of readable) {
    expect(await status(entry), entry).toBe(200);
    expect(await status(`${entry}, 10.0.0.1:4711`), entry).toBe(200);
    expect(await status(`${entry}, 198.51.100.1:4711`), entry).toBe(403);
  }
});

verifies("access:address:unreadable", "an invalid address opens nothing, and no hop to its left counts", async () => {
  for (const entry of unreadable) {
    const bytes = Buffer.from(entry).toString("latin1");
    expect(await status(bytes), entry).toBe(403);
    expect(await status(`203.0.113.9, ${bytes}, 10.0.0.1`), entry).toBe(403);
  }
});

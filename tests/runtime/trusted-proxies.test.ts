import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { clientAddresses } from "../../local-runtime/http/client-address.ts";
import { empty, wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({
  dataApiUrl: upstream.origin,
  environment: { TRUSTED_PROXIES: "127.0.0.0/8, 198.51.100.7", HOST: "127.0.0.1" },
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/v1/databases/Wire/layouts/L/records";
const reported = {
  "X-Forwarded-For": "203.0.113.1, 198.51.100.7",
  "X-Forwarded-Proto": "https",
  "X-Real-IP": "203.0.113.1",
};

beforeEach(() => upstream.answers(empty));

async function loggedAddress(headers: Readonly<Record<string, string>>): Promise<string> {
  await service.raw("GET", "/svc/healthz", { headers });
  const lines = (await service.logs()).trimEnd().split("\n");
  return JSON.parse(lines.findLast((line) => line.includes("/svc/healthz")) ?? "{}").address;
}

verifies("runtime:settings:trusted-proxies", async () => {
  expect(await loggedAddress(reported)).toBe("203.0.113.1");
  expect(await loggedAddress({})).toBe("127.0.0.1");
  // Everything before the last untrusted address was written by the caller at that address.
  expect(await loggedAddress({ "X-Forwarded-For": "10.9.9.9, 203.0.113.1, 127.0.0.9" })).toBe("203.0.113.1");
});

verifies("proxy:headers:forwarded", "those of a trusted proxy are forwarded unchanged", async () => {
  expect(await service.raw("GET", path, { key, headers: { ...reported, Forwarded: "for=203.0.113.1" } })).toSucceed();
  const raw = upstream.calls[0]?.rawHeaders ?? [];
  const lines = raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : []));
  expect(lines.filter((line) => /^x-forwarded/i.test(line))).toEqual([
    "X-Forwarded-For: 203.0.113.1, 198.51.100.7",
    "X-Forwarded-Proto: https",
  ]);
});

describe("the client's address", () => {
  const of = (trusted: readonly string[], peer: string, forwarded?: string) =>
    clientAddresses(trusted, () => undefined).of({
      socket: { remoteAddress: peer } as never,
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    });

  test("is the peer's own, regardless of its headers, unless the peer is trusted", () => {
    expect(of([], "127.0.0.1", "203.0.113.1")).toEqual({ address: "127.0.0.1", fromTrustedProxy: false });
    expect(of(["10.0.0.1"], "10.0.0.2", "203.0.113.1")).toEqual({ address: "10.0.0.2", fromTrustedProxy: false });
  });

  test("is found behind proxies of either family, and IPv4-mapped IPv6 is IPv4", () => {
    expect(of(["10.0.0.0/8"], "::ffff:10.1.2.3", "203.0.113.1").address).toBe("203.0.113.1");
    expect(of(["2001:db8::/32"], "2001:db8::9", "::ffff:203.0.113.1").address).toBe("203.0.113.1");
    expect(of(["2001:db8::1"], "2001:db8::1", "2001:db8::2").address).toBe("2001:db8::2");
  });

  test("is the proxy's if it names no client, or no address", () => {
    for (const forwarded of [undefined, "", ",", "unknown", "10.0.0.1", "203.0.113.1, not-an-address"]) {
      expect(of(["10.0.0.1"], "10.0.0.1", forwarded)).toEqual({ address: "10.0.0.1", fromTrustedProxy: true });
    }
  });
});

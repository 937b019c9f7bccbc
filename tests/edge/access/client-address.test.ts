import { afterAll, expect } from "vitest";
import { clientAddresses } from "../../../local-runtime/http/client-address.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService({ environment: { TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, fd00::/8" } });
afterAll(() => service.stop());

/** Returns the address in the log line of a call with this header. */
async function seen(forwarded: string | readonly string[]): Promise<string> {
  const headers = { "X-Forwarded-For": forwarded };
  const answer = await service.raw("GET", "/svc/api/api-key", { headers });
  const line = (await service.logs()).split("\n").find((text) => text.includes(String(answer.headers["x-request-id"])));
  return JSON.parse(line ?? "{}").address;
}

verifies("access:address:forwarded", async () => {
  expect(await seen("203.0.113.7")).toBe("203.0.113.7");
  expect(await seen("203.0.113.7, 10.1.2.3")).toBe("203.0.113.7");
  expect(await seen("1.1.1.1, 203.0.113.7, 10.1.2.3, 127.0.0.1")).toBe("203.0.113.7");
  expect(await seen(["1.1.1.1", "203.0.113.7, 10.9.9.9"])).toBe("203.0.113.7");
  expect(await seen("2001:db8::7, fd00::1")).toBe("2001:db8::7");
  expect(await seen("::ffff:203.0.113.7")).toBe("203.0.113.7");
});

verifies("access:address:forwarded", "a header without an address leaves the proxy's own address", async () => {
  for (const forwarded of ["", ",", "unknown", "1.1.1.1, not an address", "10.0.0.1, 127.0.0.1", "1.1.1.256"]) {
    expect(await seen(forwarded), forwarded).toBe("127.0.0.1");
  }
});

verifies("access:address:unreadable", async () => {
  const lines = async () =>
    (await service.logs())
      .split("\n")
      .filter((line) => line.includes("forwarded_address_unreadable"))
      .map((line) => JSON.parse(line));
  // Ends the logging intervals of earlier tests.
  await service.turn(60_000);
  const before = (await lines()).length;
  const key = `dk_${"0123456789".repeat(6)}`;
  for (let count = 0; count < 5; count += 1) expect(await seen(`203.0.113.7, for ${key}`)).toBe("127.0.0.1");
  const [line, ...others] = (await lines()).slice(before);
  expect(line).toMatchObject({ entry: "for dk_…6789", proxy: "127.0.0.1" });
  expect(others).toEqual([]);
  await service.turn(60_000);
  await seen("unknown");
  expect((await lines()).at(-1)).toMatchObject({ entry: "unknown", calls: 5 });
});

verifies("access:address:socket", "a peer that isn't a trusted proxy is ignored", () => {
  const addresses = clientAddresses(["10.0.0.0/8"], () => undefined);
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const from = (remoteAddress: string) => addresses.of({ socket: { remoteAddress } as never, headers });
  expect(from("192.0.2.1")).toEqual({ address: "192.0.2.1", fromTrustedProxy: false });
  expect(from("::ffff:192.0.2.1")).toEqual({ address: "192.0.2.1", fromTrustedProxy: false });
  expect(from("::ffff:10.0.0.1")).toEqual({ address: "203.0.113.7", fromTrustedProxy: true });
});

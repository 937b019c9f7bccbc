import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, expect } from "vitest";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
for (const label of ["first", "second", "third", "fourth"]) await service.aKey({ label: `${label} ${"x".repeat(60)}` });

const asAdmin = (acceptEncoding: string) => ({ Authorization: adminAccount, "Accept-Encoding": acceptEncoding });

verifies("contract:compression:own", "in the envelope", async () => {
  const asItIs = await service.raw("GET", "/svc/api/api-key", { headers: asAdmin("identity") });
  const answer = await service.raw("GET", "/svc/api/api-key", { headers: asAdmin("gzip") });
  expect(answer.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(JSON.parse(gunzipSync(answer.bytes).toString())).toEqual(asItIs.body);
  expect(asItIs.headers).toMatchObject({ vary: "Accept-Encoding" });
  expect(answer.bytes.length).toBeLessThan(asItIs.bytes.length / 2);
});

verifies("contract:compression:own", "outside the envelope, and longer than one compression chunk", async () => {
  const asItIs = await service.raw("GET", "/svc/apidoc/openapi.json");
  const answer = await service.raw("GET", "/svc/apidoc/openapi.json", { headers: { "Accept-Encoding": "zstd" } });
  expect(asItIs.bytes.length).toBeGreaterThan(100_000);
  expect(zstdDecompressSync(answer.bytes).equals(asItIs.bytes)).toBe(true);
});

verifies("contract:compression:own", "a short response is sent uncompressed", async () => {
  const answer = await service.raw("GET", "/svc/healthz", { headers: { "Accept-Encoding": "gzip" } });
  expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, undefined]);
});

verifies("contract:compression:secrets", "a new key's value, next to a file name of any length", async () => {
  const json = { databases: ["Contacts.fmp12"], label: "test", user: "api", pass: "demo-pass" };
  for (const path of ["/svc/api/api-key", "/svc/api/api-key/create-only"]) {
    const answer = await service.raw("POST", path, { headers: asAdmin("gzip, identity;q=0"), json });
    expect([answer.status, answer.headers["content-encoding"]]).toEqual([200, undefined]);
    expect(answer.body.response.key).toMatch(/^dk_/);
  }
});

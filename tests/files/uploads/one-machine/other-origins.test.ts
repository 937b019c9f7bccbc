import { afterAll, expect, test } from "vitest";
import { testService } from "../../../support/test-service.ts";
import { aFile, begun } from "../support/bring.ts";

const shop = "https://shop.example.com";
const service = await testService({ environment: { CORS_ORIGINS: shop } });
afterAll(() => service.stop());

test("a page of a listed origin can upload a part, and a page of another can't learn that it did", async () => {
  const key = await service.aKey();
  const { parts } = await begun(service, key, 1_000);
  const address = new URL(parts[0]?.address ?? "");
  const path = address.pathname + address.search;
  for (const [origin, leave] of [
    [shop, shop],
    ["https://else.example.com", undefined],
  ] as const) {
    const asking = { Origin: origin, "Access-Control-Request-Method": "PUT" };
    const asked = await service.raw("OPTIONS", path, { headers: asking });
    expect(asked.headers["access-control-allow-origin"]).toBe(leave);
    expect(asked.status === 204).toBe(leave !== undefined);
    const brought = await service.raw("PUT", path, { headers: { Origin: origin }, body: aFile(1_000) });
    expect(brought.status).toBe(200);
    expect(brought.headers["access-control-allow-origin"]).toBe(leave);
  }
});

import { afterAll, expect, test } from "vitest";
import { house } from "../../support/house.ts";
import { aFile, begun } from "../support/bring.ts";

const shop = "https://shop.example.com";
const home = await house({ environment: { CORS_ORIGINS: shop } });
afterAll(() => home.stop());

test("a page of a listed origin may bring a part, and a page of another may not know that it did", async () => {
  const key = await home.aKey();
  const { parts } = await begun(home, key, 1_000);
  const address = new URL(parts[0]?.address ?? "");
  const path = address.pathname + address.search;
  for (const [origin, leave] of [
    [shop, shop],
    ["https://else.example.com", undefined],
  ] as const) {
    const asking = { Origin: origin, "Access-Control-Request-Method": "PUT" };
    const asked = await home.raw("OPTIONS", path, { headers: asking });
    expect(asked.headers["access-control-allow-origin"]).toBe(leave);
    expect(asked.status === 204).toBe(leave !== undefined);
    const brought = await home.raw("PUT", path, { headers: { Origin: origin }, body: aFile(1_000) });
    expect(brought.status).toBe(200);
    expect(brought.headers["access-control-allow-origin"]).toBe(leave);
  }
});

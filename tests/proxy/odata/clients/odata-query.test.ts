import { createRequire } from "node:module";
import type { QueryOptions } from "odata-query";
import { afterAll, expect } from "vitest";
import { testService } from "../../../support/test-service.ts";
import { verifies } from "../../../support/verifies.ts";

// Its types describe the CommonJS side of the package.
const { default: buildQuery } = createRequire(import.meta.url)("odata-query") as {
  readonly default: (query: Partial<QueryOptions<unknown>>) => string;
};

const service = await testService();
afterAll(() => service.stop());
const key = await service.aKey({ isOData: true });

verifies("proxy:odata:clients", "queries built by odata-query", async () => {
  const queries = [
    {
      filter: { city: "Zürich", score: { gt: 10 } },
      select: ["firstName", "city", "score"],
      orderBy: "lastName",
      top: 3,
    },
    { filter: { or: [{ firstName: "Ada" }, { lastName: { contains: "O'Br" } }] }, top: 5, skip: 1, count: true },
    { filter: { firstName: { in: ["Ada", "Bruno"] } }, orderBy: ["lastName desc", "firstName"], top: 2 },
    { top: 1, expand: { Phones: { top: 2 } } },
  ];
  for (const query of queries) {
    const text = buildQuery(query as Partial<QueryOptions<unknown>>);
    const target = `/fmi/odata/v4/Contacts/Contacts${text.replaceAll(" ", "%20")}`;
    const own = await service.raw("GET", `/svc${target}`, { key });
    expect(own.status, `${text} ${own.text}`).toBe(200);
    const native = await fetch(service.sandbox.origin + target, {
      headers: { Authorization: `Basic ${Buffer.from("api:demo-pass").toString("base64")}` },
    });
    const through = JSON.parse(own.text.replaceAll(`${service.baseUrl}/svc`, service.sandbox.origin));
    expect(through).toEqual(await native.json());
    expect(own.body.value.length, text).toBeGreaterThan(0);
  }
});

import { afterAll, expect } from "vitest";
import { trailOf } from "../support/audit-trail.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const trail = trailOf(service);
const dayMs = 24 * 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

verifies("audit:list:management", async () => {
  expect(await service.raw("GET", "/svc/api/audit")).toRefuseWith("unauthenticated");
  expect(await service.raw("GET", "/svc/api/audit", { key: await service.aKey() })).toRefuseWith("wrong_kind_of_key");
  expect(await service.raw("GET", "/svc/api/audit", { key: await service.anAdminKey() })).toSucceed();
  const browser = aBrowser(service);
  await browser.signIn();
  expect(await browser.call("GET", "/svc/api/audit")).toSucceed();
});

verifies("audit:list:filters", async () => {
  const adminKey = await service.anAdminKey();
  const { id } = (await service.admin("GET", `/svc/api/admin-api-key/${adminKey}`)).body.response;
  await service.turn(1_000);
  const from = service.clock.now();
  await service.aKey();
  await service.turn(1_000);
  const middle = service.clock.now();
  await service.raw("DELETE", "/svc/api/api-key/12345", { key: adminKey });

  const since = `from=${iso(from)}`;
  const names = async (query: string) => (await trail(`?${since}&${query}`)).map(({ action }) => action);
  expect(await names("")).toEqual(["deleteDataApiKey", "createDataApiKey"]);
  expect(await names("actor=account:ADMIN")).toEqual(["createDataApiKey"]);
  expect(await names("actor=admin")).toEqual(["createDataApiKey"]);
  expect(await names(`actor=admin-key:${id}`)).toEqual(["deleteDataApiKey"]);
  expect(await names("action=createDataApiKey")).toEqual(["createDataApiKey"]);
  expect(await names("object=data-key:12345")).toEqual(["deleteDataApiKey"]);
  expect(await names("outcome=refused")).toEqual(["deleteDataApiKey"]);
  expect(await names("outcome=done&actor=nobody")).toEqual([]);
  expect(await names(`to=${iso(middle)}`)).toEqual(["createDataApiKey"]);
  expect((await trail(`?from=${iso(middle)}`)).map(({ action }) => action)).toEqual(["deleteDataApiKey"]);
});

verifies("audit:list:filters", "an invalid filter is rejected", async () => {
  for (const query of ["outcome=maybe", "from=yesterday", "limit=0", "limit=1001", "actor="])
    expect(await service.admin("GET", `/svc/api/audit?${query}`), query).toRefuseWith("input_invalid");
});

verifies("audit:list:filters", "a time that isn't in UTC is rejected with an example of one that is", async () => {
  const answer = await service.admin("GET", "/svc/api/audit?from=2026-11-20T09:15:02%2B01:00");
  expect(answer).toRefuseWith("input_invalid");
  expect(answer.body.messages[0].text).toMatch(/`from`: must be a UTC time such as \S+Z$/);
});

verifies("audit:list:cursor", async () => {
  const from = service.clock.now();
  for (let month = 0; month < 3; month += 1) {
    for (let change = 0; change < 3; change += 1) {
      await service.turn(1_000);
      await service.admin("DELETE", `/svc/api/api-key/${month * 3 + change + 1000}`);
      await service.admin("DELETE", "/svc/api/admin-api-key/1000");
    }
    await service.turn(30 * dayMs);
  }
  const collected = async (query: string, limit: number) => {
    const objects: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const on = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await service.admin("GET", `/svc/api/audit?from=${iso(from)}&limit=${limit}${query}${on}`);
      expect(page).toSucceed();
      const { entries } = page.body.response;
      expect(entries.length).toBeLessThanOrEqual(limit);
      objects.push(...entries.flatMap((entry: { objects: string[] }) => entry.objects));
      cursor = page.body.response.cursor;
    }
    return objects;
  };
  const expected = Array.from({ length: 9 }, (_, index) => `data-key:${1008 - index}`);
  for (const limit of [1, 2, 5, 100]) expect(await collected("&action=deleteDataApiKey", limit)).toEqual(expected);
  const both = expected.flatMap((object) => ["admin-key:1000", object]);
  for (const limit of [1, 4, 100]) expect(await collected("", limit)).toEqual(both);
});

verifies("audit:list:cursor", "a cursor that this list never returned is rejected", async () => {
  for (const cursor of ["nonsense", btoa("2026-11 nonsense"), btoa("9999-99 "), btoa("2026-11\0")])
    expect(await service.admin("GET", `/svc/api/audit?cursor=${encodeURIComponent(cursor)}`)).toRefuseWith(
      "input_invalid",
    );
});

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { NextLinkRewriter } from "#shared/proxy/addresses/next-link-rewriter.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const key = await service.aKey({ isOData: true });
const path = "/svc/fmi/odata/v4/Contacts/Contacts";
const paged = { Prefer: "odata.maxpagesize=2" };
const nextOf = (body: Readonly<Record<string, string>>) => body["@nextLink"] ?? body["@odata.nextLink"] ?? "";
const targetOf = (link: string) => link.slice(service.baseUrl.length);
const page = (target: string, method = "GET") => service.raw(method, target, { headers: paged });

verifies("proxy:odata:page-links", async () => {
  const first = await page(`${path}?$top=5&apiKey=${key}`);
  expect(first.status, first.text).toBe(200);
  expect(first.text).not.toContain(key);
  const link = nextOf(first.body);
  expect(link).toMatch(/[?&]apiKey=pl_\d+_[0-9a-z]+_[0-9a-f]{64}$/);
  const second = await page(targetOf(link));
  expect(second.status, second.text).toBe(200);
  expect(second.body.value).not.toEqual(first.body.value);
  const third = await page(targetOf(nextOf(second.body)));
  expect(third.status, third.text).toBe(200);
  expect(nextOf(third.body)).toBe("");
  expect(await service.logs()).not.toContain(link.split("apiKey=")[1]);
  // Callers with a header follow the link with their header.
  for (const Authorization of [`Bearer ${key}`, basicAuth("apiKey", key)]) {
    const ofHeader = await service.raw("GET", `${path}?$top=5`, { headers: { ...paged, Authorization } });
    expect(nextOf(ofHeader.body)).not.toBe("");
    expect(nextOf(ofHeader.body)).not.toContain("apiKey");
  }
});

verifies("proxy:odata:page-links", "not for another path, another method, another signature, or later", async () => {
  const link = targetOf(nextOf((await page(`${path}?$top=5&apiKey=${key}`)).body));
  const token = link.split("apiKey=")[1] ?? "";
  for (const target of [
    `/svc/fmi/odata/v4/Contacts/Companies?apiKey=${token}`,
    link.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
    link.replace(/pl_\d+/, "pl_99"),
  ])
    expect((await page(target)).status, target).toBe(401);
  expect((await page(link, "DELETE")).status).toBe(401);
  const data = `/svc/fmi/data/vLatest/databases/Contacts/layouts?apiKey=${token}`;
  expect((await service.raw("GET", data)).status).toBe(401);
  await service.turn(10 * 60_000 + 1_000);
  const late = await page(link);
  expect([late.status, late.text]).toEqual([401, expect.stringContaining("has expired")]);
});

verifies("proxy:odata:page-links", "not for a key that was disabled meanwhile", async () => {
  const other = await service.aKey({ isOData: true });
  const link = targetOf(nextOf((await page(`${path}?$top=5&apiKey=${other}`)).body));
  const { id } = (await service.admin("GET", `/svc/api/api-key/${other}`)).body.response;
  await service.admin("PATCH", `/svc/api/api-key/${id}`, { isDisabled: true });
  await service.turn(60_000);
  const disabled = await page(link);
  expect([disabled.status, disabled.text]).toEqual([401, expect.stringContaining("This key is disabled")]);
});

test("a link is found across any chunks, and in no text of a record", () => {
  const record = JSON.stringify({ note: '"@nextLink":"https://a/b"', path: "C:\\", value: '\\"@nextLink":"x"' });
  for (const name of ["@nextLink", "@odata.nextLink"]) {
    const body = `{"value":[${record},${record}],"${name}" : "https://x/y?$skip=2"}`;
    const wanted = body.replace("$skip=2", "$skip=2&apiKey=t");
    const plain = { push: (chunk: Buffer) => chunk, end: () => Buffer.alloc(0), whole: (whole: Buffer) => whole };
    expect(new NextLinkRewriter(plain, "apiKey=t").whole(Buffer.from(body)).toString()).toBe(wanted);
    fc.assert(
      fc.property(fc.array(fc.nat(body.length)), (cuts) => {
        const rewriter = new NextLinkRewriter(plain, "apiKey=t");
        const ends = [...new Set([...cuts, body.length])].sort((one, other) => one - other);
        const parts = ends.map((end, index) => rewriter.push(Buffer.from(body.slice(ends[index - 1] ?? 0, end))));
        expect(Buffer.concat([...parts, rewriter.end()]).toString()).toBe(wanted);
      }),
    );
  }
});

import { afterAll, expect } from "vitest";
import { batchOf } from "../../support/http/odata-batch.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const key = await service.aKey({ isOData: true });
const path = "/svc/fmi/odata/v4/Contacts.fmp12";
const own = `${service.baseUrl}/svc/fmi/odata/v4/Contacts`;
const get = (target: string, headers: Record<string, string> = {}) =>
  service.raw("GET", path + target, { key, headers: { "OData-Version": "4.0", ...headers } });

verifies("proxy:odata:key", async () => {
  const answer = await get("/Contacts?$top=2&$select=firstName,city&$orderby=lastName");
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.value).toHaveLength(2);
  expect(answer.body["@odata.context"].startsWith(`${own}/$metadata#Contacts`)).toBe(true);
  expect(answer.text).not.toContain(service.sandbox.origin);
});

verifies("proxy:odata:addresses", "every URL in a response can be followed with the key", async () => {
  const { body } = await get("/Contacts?$top=1");
  const id: string = body.value[0]["@odata.id"];
  expect(id.startsWith(`${own}/Contacts(`)).toBe(true);
  const record = await service.raw("GET", id.slice(service.baseUrl.length), { key });
  expect(record.body.firstName).toBe(body.value[0].firstName);
  const tables = await get("");
  for (const { url } of tables.body.value)
    expect((await service.raw("GET", `${url.slice(service.baseUrl.length)}?$top=1`, { key })).status, url).toBe(200);
});

verifies("proxy:odata:addresses", "the Location of a new record as well", async () => {
  const json = { firstName: "Nadia", lastName: "Quist" };
  const headers = { Prefer: "return=minimal" };
  const made = await service.raw("POST", `${path}/Contacts`, { key, json, headers });
  expect(made.status, made.text).toBe(204);
  const location = String(made.headers.location);
  expect(location.startsWith(`${own}/Contacts(`)).toBe(true);
  const target = location.slice(service.baseUrl.length);
  expect((await service.raw("GET", target, { key })).body.lastName).toBe("Quist");
  expect((await service.raw("DELETE", target, { key })).headers["fmodata.affected_rows"]).toBe("1");
});

verifies("proxy:odata:metadata", "as XML and as JSON", async () => {
  const xml = await get("/$metadata", { Accept: "application/xml" });
  expect(xml.text).toContain('Namespace="com.filemaker.odata.Contacts"');
  const json = await get("/$metadata", { Accept: "application/json" });
  expect(json.body.Contacts).toBeDefined();
});

verifies("proxy:odata:own-files", "the sandbox's server lists the key's own files too", async () => {
  const names = async (by: string) =>
    (await service.raw("GET", "/svc/fmi/odata/v4", { key: by })).body.value.map(({ name }: { name: string }) => name);
  expect(await names(key)).toEqual(["Contacts"]);
  const anyKey = await service.aKey({ isOData: true, allowAnyDatabase: true });
  expect(await names(anyKey)).toEqual(expect.arrayContaining(["Contacts", "Orders"]));
});

verifies("proxy:odata:batch", "reads, and changes that belong together", async () => {
  const create = (name: string) => {
    const body = JSON.stringify({ firstName: name, lastName: "Batch" });
    const head = ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
    return { lines: ["POST /svc/fmi/odata/v4/Contacts.fmp12/Contacts HTTP/1.1", ...head], body };
  };
  const body = batchOf("b", [
    { lines: [`GET ${own}.fmp12/Contacts?$top=1 HTTP/1.1`, "OData-Version: 4.0"] },
    [create("Zoë"), create("Yan")],
    { lines: ["GET Contacts?$filter=lastName%20eq%20'Batch' HTTP/1.1", "OData-Version: 4.0"] },
  ]);
  const headers = { "Content-Type": "multipart/mixed; boundary=b", "OData-Version": "4.0" };
  const answer = await service.raw("POST", `${path}/$batch`, { key, body, headers });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text.match(/^HTTP\/1\.1 \d+/gm)).toEqual([
    "HTTP/1.1 200",
    "HTTP/1.1 201",
    "HTTP/1.1 201",
    "HTTP/1.1 200",
  ]);
  expect(answer.text).toContain("Zoë");
  expect(answer.text).toContain(`${own}/Contacts(`);
  expect(answer.text).not.toContain(service.sandbox.origin);
});

verifies("proxy:odata:bytes", "a container written through OData is read back", async () => {
  const { body } = await get("/Contacts?$top=1");
  const target = `${body.value[0]["@odata.id"].slice(service.baseUrl.length)}/photo`;
  const image = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(300_000, 7)]);
  const headers = { "Content-Type": "image/png", "Content-Disposition": "inline; filename=new.png" };
  const put = await service.raw("PATCH", target, { key, headers, body: image });
  expect(put.status, put.text).toBeLessThan(300);
  const read = await service.raw("GET", `${target}/$value`, { key });
  expect(read.bytes.equals(image)).toBe(true);
});

import { afterAll, expect } from "vitest";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ environment: { SERVE_FMI_AT_ROOT: "true" } });
const other = await testService();
afterAll(() => Promise.all([service.stop(), other.stop()]));

const records = "/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1";

verifies("runtime:root:served", "the Data API and the Admin API", async () => {
  const key = await service.aKey();
  const atRoot = await service.raw("GET", records, { key });
  expect(atRoot).toSucceed();
  const below = (await service.raw("GET", `/svc${records}`, { key })).text;
  expect(atRoot.text).toBe(below.replaceAll("/svc/fmi/", "/fmi/"));
  const { photo } = atRoot.body.response.data[0].fieldData;
  expect(photo).toMatch(`${service.baseUrl}/fmi/streaming/`);
  const { pathname, search } = new URL(photo);
  expect((await service.raw("GET", pathname + search)).status).toBe(302);
  expect((await service.raw("GET", records, { key: "dk_wrong" })).status).toBe(401);

  const headers = { Authorization: `Bearer ${await service.anAdminKey()}` };
  expect(await service.raw("GET", "/fmi/admin/api/v2/databases", { headers })).toSucceed();
  expect((await service.raw("GET", "/fmi/other/api")).status).toBe(404);
  expect((await service.raw("GET", "/api/info")).status).toBe(404);
  expect((await service.raw("GET", "/svc/api/info", { headers: { Authorization: adminAccount } })).status).toBe(200);
});

verifies("runtime:root:served", "URLs in responses stay at the root", async () => {
  const key = await service.aKey({ isOData: true });
  const { body } = await service.raw("GET", "/fmi/odata/v4/Contacts/Contacts?$top=1", { key });
  expect(body["@context"] ?? body["@odata.context"]).toMatch(new RegExp(`^${service.baseUrl}/fmi/odata/v4/`));
  const below = await service.raw("GET", "/svc/fmi/odata/v4/Contacts/Contacts?$top=1", { key });
  expect(below.body["@context"] ?? below.body["@odata.context"]).toMatch(`${service.baseUrl}/svc/fmi/odata/v4/`);
});

verifies("runtime:root:address", async () => {
  const key = await other.aKey();
  const data = await other.raw("GET", records, { key });
  expect(data).toRefuseLikeFileMaker("fmi_not_at_root");
  expect(data.body.messages[0].message).toContain(`${other.baseUrl}/svc/fmi/`);
  const odata = await other.raw("GET", "/fmi/odata/v4/Contacts", { key });
  expect(odata).toRefuseLikeOData("fmi_not_at_root");
  expect(odata.body.error.message).toContain(`${other.baseUrl}/svc/fmi/`);
  expect(await other.raw("POST", "/fmi/admin/api/v2/user/auth")).toRefuseLikeAdminApi("fmi_not_at_root");
});

import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const account = { user: "api", pass: "demo-pass" };
const create = (options: object) => service.admin("POST", "/svc/api/api-key", { ...account, ...options });
const files = async (options: object) => (await create(options)).body.response.files;
const odata = { isOData: true, isDataApi: false };

verifies("keys:odata:checked", async () => {
  const { logins } = service.sandbox.counters;
  const made = await create({ databases: ["contacts", "Orders"], ...odata });
  expect(made.status, made.text).toBe(200);
  const { key } = made.body.response;
  expect((await service.admin("GET", `/svc/api/api-key/${key}`)).body.response.databases).toEqual([
    "Contacts.fmp12",
    "Orders.fmp12",
  ]);
  expect(service.sandbox.counters.logins).toBe(logins);
  expect((await service.raw("GET", "/svc/fmi/odata/v4/Contacts/Contacts?$top=1", { key })).status).toBe(200);
});

verifies("keys:odata:checked", "an account without OData access gets no key, and the error says why", async () => {
  const wrong = await create({ databases: ["Contacts", "Orders"], pass: "wrong", ...odata });
  expect(wrong).toRefuseWith("key_files_refused");
  expect(wrong.body.response.files.map(({ reason }: { reason: string }) => reason)).toEqual([
    "odata_refused",
    "odata_refused",
  ]);
  expect(await files({ databases: ["Contacts"], user: "nofmrest", pass: "nofmrest-pass", ...odata })).toEqual([
    { database: "Contacts.fmp12", ok: false, reason: "odata_refused" },
  ]);
  expect(await files({ databases: ["Nowhere", "Archive"], ...odata })).toEqual([
    { database: "Nowhere.fmp12", ok: false, reason: "not_hosted" },
    { database: "Archive.fmp12", ok: false, reason: "closed" },
  ]);
});

verifies("keys:odata:checked", "a key for both APIs needs both, and a login says which one failed", async () => {
  const both = { databases: ["Contacts"], isOData: true };
  expect((await create(both)).status).toBe(200);
  expect(await files({ ...both, user: "nofmrest", pass: "nofmrest-pass" })).toEqual([
    { database: "Contacts.fmp12", ok: false, reason: expect.stringMatching(/^(?:no_fmrest|wrong_account)$/) },
  ]);
});

verifies(
  "keys:odata:checked",
  "adding an API to a key tests its files through that one, and adding files through all",
  async () => {
    const key = await service.aKey({ databases: ["Contacts"] });
    const edit = (change: object) => service.admin("PATCH", `/svc/api/api-key/${key}`, change);
    const { logins } = service.sandbox.counters;
    expect((await edit({ isOData: true })).body.response.isOData).toBe(true);
    expect(service.sandbox.counters.logins).toBe(logins);
    expect((await edit({ databases: ["Contacts", "Orders"] })).status).toBe(200);
    expect(service.sandbox.counters.logins).toBe(logins + 1);
    const closed = await edit({ databases: ["Contacts", "Archive"] });
    expect(closed).toRefuseWith("key_files_refused");
  },
);

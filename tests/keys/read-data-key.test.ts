import { afterAll, expect } from "vitest";
import { mistyped } from "../support/mistyped.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const key = await service.aKey({ label: "read me" });
const adminKey = await service.anAdminKey();
const read = (reference: string) => service.admin("GET", `/svc/api/api-key/${reference}`);

verifies("keys:read:row", async () => {
  const { "api-keys": rows } = (await service.admin("GET", "/svc/api/api-key")).body.response;
  expect((await read("1")).body.response).toEqual(rows[0]);
});

verifies("keys:path:value-or-id", async () => {
  const byId = await read("1");
  const byValue = await read(key);
  expect(byValue.status).toBe(200);
  expect(byValue.body).toEqual(byId.body);
});

verifies("keys:path:value-or-id", "a percent-encoded value is decoded once", async () => {
  expect((await read(key.replace("_", "%5F"))).status).toBe(200);
  expect(await read(key.replace("_", "%255F"))).toRefuseWith("key_not_found");
});

verifies("keys:path:unknown", async () => {
  const deleted = await service.aKey();
  await service.admin("DELETE", `/svc/api/api-key/${deleted}`);
  const references = ["999", "0", "01", "9007199254740993", "9999999999999999", deleted, mistyped(key), adminKey, "…"];
  const answers = await Promise.all(references.map((reference) => read(encodeURIComponent(reference))));
  const [first] = answers;
  for (const answer of answers) {
    expect(answer).toRefuseWith("key_not_found");
    expect(answer.body).toEqual(first?.body);
  }
});

verifies("keys:path:unknown", "on every operation for one key", async () => {
  for (const reference of ["999", `${key}`.replace(/.$/, "-")]) {
    const path = `/svc/api/api-key/${reference}`;
    expect(await service.admin("PATCH", path, { label: "x" })).toRefuseWith("key_not_found");
    expect(await service.admin("DELETE", path)).toRefuseWith("key_not_found");
    expect(await service.admin("POST", `${path}/logout`, {})).toRefuseWith("key_not_found");
    const adminPath = path.replace("api-key", "admin-api-key");
    expect(await service.admin("GET", adminPath)).toRefuseWith("key_not_found");
    expect(await service.admin("PATCH", adminPath, { label: "x" })).toRefuseWith("key_not_found");
    expect(await service.admin("DELETE", adminPath)).toRefuseWith("key_not_found");
  }
});

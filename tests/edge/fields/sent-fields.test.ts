import { afterAll, expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const operations = Object.values(catalogue).flatMap((resource) =>
  Object.entries(resource as Record<string, Operation>),
);
const rowOf = async (key: string) => (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;

test.each(operations.filter(([, { rowNames }]) => rowNames !== undefined))(
  "%s has the fields that its row names map to, and no fields with the row names",
  (_name, { input, rowNames = {} }) => {
    for (const [row, own] of Object.entries(rowNames)) {
      expect(input.shape).toHaveProperty([own]);
      expect(input.shape).not.toHaveProperty([row]);
    }
  },
);

verifies("contract:fields:row-names", "of a key", async () => {
  const key = await service.aKey({ allowAnyDatabase: true });
  const changed = await service.admin("PATCH", `/svc/api/api-key/${key}`, {
    allow_any_database: false,
    is_odata: true,
  });
  expect(changed.status).toBe(200);
  expect(await rowOf(key)).toMatchObject({ allow_any_database: false, is_odata: true, is_data_api: true });

  const made = await service.admin("POST", "/svc/api/api-key", {
    databases: ["Contacts"],
    user: "api",
    pass: "demo-pass",
    is_odata: true,
    is_data_api: false,
  });
  expect(await rowOf(made.body.response.key)).toMatchObject({ is_odata: true, is_data_api: false });
});

verifies("contract:fields:row-names", "of the settings", async () => {
  for (const [name, color] of Object.entries({ "theme-color": "teal", "custom-color": "navy", themeColor: "olive" })) {
    expect((await service.admin("PATCH", "/svc/api/settings", { [name]: color })).status).toBe(200);
    expect((await service.admin("GET", "/svc/api/settings")).body.response["theme-color"]).toBe(color);
  }
});

verifies("contract:fields:row-names", "two names of a field with different values are rejected", async () => {
  const change = { "theme-color": "teal", "custom-color": "teal", themeColor: "teal" };
  expect((await service.admin("PATCH", "/svc/api/settings", change)).status).toBe(200);
  const refused = await service.admin("PATCH", "/svc/api/settings", { ...change, "custom-color": "red" });
  expect(refused).toRefuseWith("input_invalid");
  expect(refused.body.messages[0].text).toContain("`custom-color`: another name for `themeColor`");
});

verifies("contract:fields:empty-change", async () => {
  const key = await service.aKey();
  for (const path of [`/svc/api/api-key/${key}`, "/svc/api/settings"]) {
    const answer = await service.admin("PATCH", path, {});
    expect(answer).toRefuseWith("input_invalid");
    expect(answer.body.messages[0].text).toContain("name at least one field to change");
    expect(await service.admin("PATCH", path)).toRefuseWith("input_invalid");
  }
});

verifies("contract:fields:open", async () => {
  const operation = { sourceFile: "Nothing", inPlace: true, colour: "red", files: [{ sourceFil: "Contacts" }] };
  for (const path of ["enable-kiosk-mode", "reset-file-uuid", "apply-patch"]) {
    const { body } = await service.admin("POST", `/svc/api/fm-file/${path}`, operation);
    const [first, ...notes] = body.messages;
    expect(first.text).not.toContain("colour");
    expect(notes).toContainEqual({
      code: 0,
      text: expect.stringContaining("`colour`: unknown field, ignored"),
    });
    expect(notes).toContainEqual({ code: 0, text: expect.stringContaining("Did you mean `sourceFile`?") });
  }
});

verifies("contract:fields:misplaced", async () => {
  const key = await service.aKey({ label: "mine" });
  const other = await service.aKey({ label: "yours" });
  const path = `/svc/api/api-key/${key}`;
  const inQuery = await service.admin("PATCH", `${path}?label=changed`, { isOData: true });
  expect(inQuery).toRefuseWith("input_invalid");
  expect(inQuery.body.messages[0].text).toContain("`label`: send it in the body, not in the query");

  const inBody = await service.admin("DELETE", "/svc/api/files?path=documents/a", { recursive: "true" });
  expect(inBody).toRefuseWith("input_invalid");
  expect(inBody.body.messages[0].text).toContain("`recursive`: send it in the query, not in the body");
  expect((await service.admin("DELETE", "/svc/api/session", {})).status).not.toBe(400);

  expect(await service.admin("PATCH", path, { key: other, label: "changed" })).toRefuseWith("input_invalid");
  expect([(await rowOf(key)).label, (await rowOf(other)).label]).toEqual(["mine", "yours"]);
  expect((await service.admin("PATCH", path, { key, label: "changed" })).status).toBe(200);

  const { key: hint } = await rowOf(key);
  const { key: otherHint } = await rowOf(other);
  for (const named of [path, `/svc/api/api-key/${(await rowOf(key)).id}`]) {
    expect((await service.admin("PATCH", named, { key: hint, label: "sent back" })).status).toBe(200);
    expect(await service.admin("PATCH", named, { key: otherHint, label: "sent back" })).toRefuseWith("input_invalid");
  }
});

test("a Data API Key in the query is a credential, not a field", async () => {
  const key = await service.aKey();
  const upload = { fileName: "a.pdf", sizeBytes: 10 };
  const answer = await service.raw("POST", `/svc/api/uploads?apiKey=${key}`, { json: upload });
  expect(answer.status).toBe(200);
});

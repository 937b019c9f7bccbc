import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const values: string[] = [];
for (const label of ["one", "two", "three", "four", "five"]) values.push(await service.aKey({ label }));

const page = async (query: string) => (await service.admin("GET", `/svc/api/api-key${query}`)).body.response;
/** Returns the responses of the Data API key endpoints after a creation. */
const laterAnswers = async () => {
  const id = 1;
  const changed = { label: "one again", databases: ["Contacts.fmp12", "Orders.fmp12"] };
  return [
    await service.admin("GET", "/svc/api/api-key"),
    await service.admin("GET", `/svc/api/api-key/${id}`),
    await service.admin("GET", `/svc/api/api-key/${values[0]}`),
    await service.admin("PATCH", `/svc/api/api-key/${values[0]}`, changed),
    await service.admin("POST", `/svc/api/api-key/${values[0]}/logout`, {}),
    await service.admin("POST", "/svc/api/api-key", {
      ...changed,
      user: "api",
      pass: "demo-pass",
      returnExisting: true,
    }),
    await service.admin("POST", "/svc/api/api-key/bulk-delete", { keys: [values[4], `${values[3]}x`] }),
  ];
};

verifies("keys:list:rows", async () => {
  const { "api-keys": rows, cursor } = await page("");
  expect(rows.map((row: { label: string }) => row.label)).toEqual(["one", "two", "three", "four", "five"]);
  expect(rows.map((row: { id: number }) => row.id)).toEqual([1, 2, 3, 4, 5]);
  expect(cursor).toBeNull();
});

verifies("keys:list:rows", "each page has the cursor of the next, until there is none", async () => {
  const seen: number[] = [];
  let query = "?limit=2";
  const sizes: number[] = [];
  for (;;) {
    const { "api-keys": rows, cursor } = await page(query);
    sizes.push(rows.length);
    seen.push(...rows.map((row: { id: number }) => row.id));
    if (cursor === null) break;
    query = `?limit=2&cursor=${encodeURIComponent(cursor)}`;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(Math.max(...sizes)).toBe(2);
});

verifies("keys:list:rows", "a limit of zero or of text, and an invented cursor, are rejected", async () => {
  for (const query of ["?limit=0", "?limit=ten", "?limit=1001", "?cursor=made-up"]) {
    expect(await service.admin("GET", `/svc/api/api-key${query}`)).toRefuseWith("input_invalid");
  }
});

verifies("keys:row:names", async () => {
  const { "api-keys": rows } = await page("?limit=1");
  expect(rows[0]).toEqual({
    id: 1,
    key: expect.stringMatching(/^dk_\d+…\w{4}$/),
    token: null,
    user: "api",
    database: "Contacts.fmp12",
    databases: ["Contacts.fmp12"],
    allow_any_database: false,
    label: "one",
    created_at: expect.stringMatching(/^2026-11-20T09:00:\d\d\.\d{3}Z$/),
    created_by: "account:admin",
    updated_at: expect.stringMatching(/^2026-11-20T09:00:\d\d\.\d{3}Z$/),
    last_used: null,
    is_data_api: true,
    is_odata: false,
    failing_since: null,
    failing_files: [],
    ends_at: null,
    is_disabled: false,
    replaced_by: null,
    replaces: null,
    is_imported: false,
    limits: null,
    day_ends_at: null,
  });
});

verifies("keys:data:shown-once", async () => {
  for (const answer of await laterAnswers()) {
    for (const value of values) expect(answer.text).not.toContain(value);
    expect(answer.text).not.toMatch(/dk_[0-9A-Za-z]{8}/);
  }
});

verifies("keys:data:tokens", async () => {
  const key = values[1] as string;
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const authorization = { Authorization: `Basic ${Buffer.from(`apiKey:${key}`).toString("base64")}` };
  const login = { headers: { ...authorization, "Content-Type": "application/json" }, body: "{}" };
  const session = await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", login);
  const { token } = session.body.response;
  expect(token).toMatch(/^[0-9a-f]{52}$/);
  for (const answer of await laterAnswers()) {
    expect(answer.text).not.toContain(token);
    expect(answer.text).not.toMatch(/"token":(?!null)/);
    // FileMaker's own tokens have the same length as ours.
    expect(answer.text).not.toMatch(/[0-9a-f]{40}/);
  }
});

verifies("keys:data:password", async () => {
  for (const answer of await laterAnswers()) {
    expect(answer.text).not.toContain("demo-pass");
    expect(answer.text).not.toMatch(/sealed/i);
  }
});

verifies("keys:data:account-hidden", async () => {
  const key = values[2] as string;
  const folder = "/svc/fmi/data/vLatest";
  const calls = [
    service.raw("GET", recordsPath(), { key }),
    service.raw("GET", `${folder}/databases`, { key }),
    service.raw("GET", `${folder}/productInfo`, { key }),
    service.raw("GET", `${folder}/validateSession`, { key }),
    service.raw("GET", `${folder}/databases/Contacts/layouts`, { key }),
    service.raw("GET", recordsPath("Orders.fmp12"), { key }),
    service.raw("GET", `/svc/api/api-key/${key}`, { key }),
    service.raw("GET", "/svc/api/api-key", { key }),
  ];
  const account = Buffer.from("api:demo-pass").toString("base64");
  for (const { text, rawHeaders } of await Promise.all(calls)) {
    const reported = `${text} ${rawHeaders.join(" ")}`;
    expect(reported).not.toContain("demo-pass");
    expect(reported).not.toContain(account);
    expect(reported).not.toContain('"user"');
  }
});

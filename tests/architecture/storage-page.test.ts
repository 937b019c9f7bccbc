import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { demoKey } from "../../local-runtime/demo.ts";
import { basicAuth, house } from "../support/house.ts";

const home = await house();
afterAll(() => home.stop());

test("docs/reference/storage.md names every partition that a working service writes", async () => {
  await demoKey();
  await home.anAdminKey();
  const key = await home.aKey();
  const file = "/svc/fmi/data/vLatest/databases/Contacts.fmp12";
  await home.raw("GET", `${file}/layouts/Contacts/records?_limit=1`, { key });
  await home.raw("POST", `${file}/sessions`, { headers: { Authorization: basicAuth("apiKey", key) } });
  await home.admin("POST", "/svc/api/admin-api-key", { user: "admin", pass: "wrong" });

  const database = new DatabaseSync(join(home.dataDir, "latchkey.sqlite"), { readOnly: true });
  const rows = database
    .prepare("SELECT pk AS name FROM items UNION SELECT index_pk FROM items WHERE index_pk IS NOT NULL")
    .all();
  database.close();
  const page = readFileSync(new URL("../../docs/reference/storage.md", import.meta.url), "utf8");
  const kinds = new Set(rows.map(({ name }) => String(name).split("#")[0] ?? ""));
  expect(kinds.size).toBeGreaterThan(6);
  for (const kind of kinds) expect(page, kind).toMatch(new RegExp(`\`${kind}[#\`]`));
});

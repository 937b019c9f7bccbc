import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { demoKey } from "../../local-runtime/demo.ts";
import { aBrowser } from "../support/a-browser.ts";
import { aCommandLine } from "../support/a-command-line.ts";
import { basicAuth, house } from "../support/house.ts";
import { begun } from "../uploads/support/bring.ts";

const home = await house();
afterAll(() => home.stop());

test("docs/reference/storage.md names every partition that a working service writes", async () => {
  await demoKey(home.runtime.platform);
  await home.anAdminKey();
  const key = await home.aKey();
  const file = "/svc/fmi/data/vLatest/databases/Contacts.fmp12";
  await home.raw("GET", `${file}/layouts/Contacts/records?_limit=1`, { key });
  await home.raw("POST", `${file}/sessions`, { headers: { Authorization: basicAuth("apiKey", key) } });
  await home.admin("PATCH", "/svc/api/settings", { serverNickname: "Staging" });
  await home.admin("POST", "/svc/api/admin-api-key", { user: "admin", pass: "wrong" });
  const browser = aBrowser(home);
  await browser.signIn();
  await aCommandLine(home).open(browser);
  await begun(home, key, 1);
  await home.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  await home.settle();
  await home.admin("PUT", "/svc/api/file-notes/Contacts", { document: { type: "doc", content: [] } });

  const partitions = (await home.rows()).flatMap(({ pk, indexPk = pk }) => [pk, indexPk]);
  const page = readFileSync(new URL("../../docs/reference/storage.md", import.meta.url), "utf8");
  const kinds = new Set(partitions.map((name) => name.split("#")[0] ?? ""));
  expect(kinds.size).toBeGreaterThan(6);
  for (const kind of kinds) expect(page, kind).toMatch(new RegExp(`\`${kind}[#\`]`));
});

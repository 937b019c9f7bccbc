import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { demoKey } from "../../local-runtime/processes/demo.ts";
import { begun } from "../files/uploads/support/bring.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { aCommandLine } from "../support/http/a-command-line.ts";
import { basicAuth, testService } from "../support/test-service.ts";

const service = await testService();
afterAll(() => service.stop());
const page = readFileSync(new URL("../../docs/reference/storage.md", import.meta.url), "utf8");

test("docs/reference/storage.md lists every partition that a running service writes", async () => {
  await demoKey(service.runtime.platform);
  await service.anAdminKey();
  const key = await service.aKey();
  const file = "/svc/fmi/data/vLatest/databases/Contacts.fmp12";
  await service.raw("GET", `${file}/layouts/Contacts/records?_limit=1`, { key });
  await service.raw("POST", `${file}/sessions`, { headers: { Authorization: basicAuth("apiKey", key) } });
  await service.admin("PATCH", "/svc/api/settings", { serverNickname: "Staging" });
  await service.admin("POST", "/svc/api/admin-api-key", { user: "admin", pass: "wrong" });
  const browser = aBrowser(service);
  await browser.signIn();
  await aCommandLine(service).open(browser);
  await begun(service, key, 1);
  await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
  await service.raw("POST", "/svc/receiver/Contacts/orders", { key, json: { order: 7 } });
  await service.settle();
  await service.admin("PUT", "/svc/api/file-notes/Contacts", { document: { type: "doc", content: [] } });

  const partitions = (await service.rows()).flatMap(({ pk, indexPk = pk }) => [pk, indexPk]);
  const kinds = new Set(partitions.map((name) => name.split("#")[0] ?? ""));
  expect(kinds.size).toBeGreaterThan(6);
  for (const kind of kinds) expect(page, kind).toMatch(new RegExp(`\`${kind}[#\`]`));
});

test("docs/reference/storage.md lists every partition of every store", async () => {
  const owned = await partitions();
  expect(owned.length).toBeGreaterThan(60);
  // The page writes `uploads#*` as `uploads#<key id>`; `agent-*` represents several names.
  const isNamed = (name: string) =>
    name.endsWith("*") ? page.includes(`\`${name.slice(0, -1)}`) : page.includes(`\`${name}\``);
  expect(owned.filter((name) => !isNamed(name))).toEqual([]);
});

/** Returns the partitions that each store declares for roles on AWS: names, or `*` for any characters. */
async function partitions(): Promise<readonly string[]> {
  const owned = /^export const (\w+Partitions) = /gm;
  const found = new Set<string>();
  for (const file of globSync("shared/**/*.ts")) {
    const names = [...readFileSync(file, "utf8").matchAll(owned)].map(([, name = ""]) => name);
    if (names.length === 0) continue;
    const module = (await import(pathToFileURL(file).href)) as Record<string, object>;
    for (const name of names) for (const partition of Object.values(module[name] ?? {}).flat()) found.add(partition);
  }
  return [...found].sort();
}

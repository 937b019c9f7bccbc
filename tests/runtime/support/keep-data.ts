import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { dataOfReleases, keptLists } from "./kept-lists.ts";

// Creates a small data folder with the current version, for later versions to start on: node tests/runtime/support/keep-data.ts <version>
const [version = ""] = process.argv.slice(2);
const service = await testService();
const post = async (path: string, json: object) => {
  const { status, body, text } = await service.admin("POST", `/svc/api/${path}`, json);
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return body.response;
};

const key = await service.aKey({ databases: ["Contacts"], label: "Shop", isOData: true });
const adminKey = await service.anAdminKey("Deploys");
await service.admin("PATCH", "/svc/api/settings", { serverNickname: "Kept", appLogToken: "regenerate" });
await service.admin("PUT", "/svc/api/people/Reception", { role: "viewer" });
await post("webhooks", {
  channel: "orders",
  filename: "Contacts",
  label: "Orders",
  settings: { answerMode: "accepted" },
});
const document = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Ask Ada" }] }] };
await service.admin("PUT", "/svc/api/file-notes/Contacts", { document });
await post("mcp-servers", { name: "Sales", slug: "sales", filename: "Contacts" });
await post("notifications/destinations", {
  ...{ label: "Operations", minimumSeverity: "warning" },
  target: { type: "slack", channelUrl: "https://hooks.slack.com/services/T0/B0/kept" },
});
await post("processes", { kind: "keys.rewrap" });
await service.raw("GET", recordsPath(), { key });
await service.raw("POST", "/svc/receiver/Contacts/orders", { key, json: { order: 7 } });
await service.turn(60_000);
await service.settle();
const lists: Record<string, unknown> = {};
for (const path of keptLists) lists[path] = (await service.admin("GET", `/svc/api/${path}`)).body.response;

const folder = new URL(`${version}/`, dataOfReleases);
mkdirSync(folder, { recursive: true });
const masterKey = readFileSync(`${service.dataDir}.key`);
await service.runtime.stop();
const file = new URL("latchkey.sqlite", folder).pathname;
// Drops the figures per minute and the free pages.
const database = new DatabaseSync(join(service.dataDir, "latchkey.sqlite"));
database.exec(`DELETE FROM items WHERE pk LIKE 'usage%'; VACUUM INTO '${file}'`);
database.close();
writeFileSync(new URL("master.key", folder), masterKey);
chmodSync(new URL("master.key", folder), 0o600);
writeFileSync(new URL("holds.json", folder), `${JSON.stringify({ key, adminKey, lists }, undefined, 1)}\n`);
await service.sandbox.close();
process.exit(0);

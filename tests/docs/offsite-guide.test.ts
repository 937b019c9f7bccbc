import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { storeAccount } from "../backups/support/a-store.ts";
import { anOffsiteSetup } from "../backups/support/an-offsite-setup.ts";
import { filesIn } from "../backups/support/followed-guide.ts";
import { verifies } from "../support/verifies.ts";
import { followedSections } from "./followed-sections.ts";

const offsite = await anOffsiteSetup("files");
afterAll(() => offsite.stop());
const { server, store } = offsite;
const demo = { remote_name: "demo", bucket_name: "demo" };
await server.post("settings/offsite/remotes", {
  ...demo,
  ...{
    endpoint: store.endpoint,
    access_key_id: storeAccount.accessKeyId,
    secret_access_key: storeAccount.secretAccessKey,
  },
});

verifies("system:docs:guides", "offsite backups, from a location to a restored file", async () => {
  const environment = { BASE_URL: server.service.baseUrl, ADMIN_KEY: await server.service.anAdminKey() };
  const followed: string[] = [];
  for await (const title of followedSections("offsite-backups.md", environment)) followed.push(title);
  expect(followed).toEqual(["Set up", "Restore"]);
  const [backup, ...others] = (await offsite.asked("backups", demo)).body.response.backups;
  expect(others).toEqual([]);
  const restored = filesIn(server.at("Data", "Backups", "Latchkey Restores")).filter((path) => path.endsWith(".fmp12"));
  expect(restored).toHaveLength(1);
  const backedUp = readFileSync(server.at("Data", "Backups", backup.backup, "Databases", "Contacts.fmp12"));
  for (const path of restored) expect(readFileSync(path).equals(backedUp)).toBe(true);
});

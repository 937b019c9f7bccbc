import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { aStore, storeAccount } from "../backups/support/a-store.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anOldServer } from "./support/an-old-server.ts";

const adminKey = "ak_0a1b2c3d4e5f6g7h8i9j0k1l2m3";
const store = await aStore();
const service = await testService({ decorate: (platform) => ({ ...platform, callouts: store.reached }) });
const schedule = { remote_name: "frankfurt", bucket_name: "fm-backups", remote_path: "daily", last_backup: null };
const account = { type: "s3", access_key_id: storeAccount.accessKeyId, region: "eu-central-1" };
const old = await anOldServer(adminKey, {
  "api-key": { "api-keys": [] },
  "admin-api-key": { "api-keys": [] },
  webhooks: { webhooks: [] },
  "mcp-servers": { servers: [] },
  "file-notes": { notes: [] },
  "settings/offsite/remotes": { remotes: { frankfurt: { ...account, endpoint: store.endpoint } } },
  "settings/offsite/schedules": { schedules: [{ ...schedule, name: "Daily", running: false }] },
  "settings/offsite/notifications": { offsiteNotificationSettings: null },
});
afterAll(async () => {
  await old.close();
  await service.stop();
  await store.close();
});

const command = fileURLToPath(new URL("../../local-runtime/commands/import-otto.ts", import.meta.url));
const ownKey = await service.anAdminKey("import");
const run = async (...secrets: readonly string[]) => {
  const child = spawn(process.execPath, [command, old.url, "--to", `${service.baseUrl}/svc`], { env: {} });
  child.stdin.end([adminKey, ownKey, "yes", ...secrets].map((answer) => `${answer}\n`).join(""));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr, stdout).toBe("");
  for (const secret of secrets) expect(stdout).not.toContain(secret);
  return stdout;
};
const remotes = async () => (await service.admin("GET", "/svc/api/settings/offsite/remotes")).body.response.remotes;

verifies(
  "transfer:otto:bring",
  "an offsite location comes with its tested rights, once its secret is right",
  async () => {
    const wrong = await run("not the secret of this store");
    expect(wrong).toMatch(/left out {2}Offsite location: frankfurt: .*secret key doesn't match/);
    expect(await remotes()).toEqual({});
    const right = await run(storeAccount.secretAccessKey);
    expect(right).toContain("created   Offsite location: frankfurt");
    expect((await remotes()).frankfurt).toMatchObject({
      endpoint: store.endpoint,
      access_key_id: storeAccount.accessKeyId,
      check: { bucket: "fm-backups", path: "daily", rights: { list: "yes", put: "yes", get: "yes" } },
    });
    // FileMaker Server has the schedule that the old server used.
    expect(right).toContain("created   Offsite schedule: Daily");
    const { schedules } = (await service.admin("GET", "/svc/api/settings/offsite/schedules")).body.response;
    expect(schedules).toMatchObject([{ name: "Daily", remote_name: "frankfurt", is_enabled: false }]);
    expect(await run()).toContain("present   Offsite location: frankfurt");
  },
);

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anOldServer } from "./support/an-old-server.ts";

const adminKey = "ak_0a1b2c3d4e5f6g7h8i9j0k1l2m3";
const row = {
  token: null,
  created_at: null,
  updated_at: "2026-01-01",
  last_used: null,
  is_data_api: true,
  is_odata: false,
};
const dataKeys = [
  { ...row, id: 1, key: "dk_abcdefghijklmnopqrstuvwxyz1", user: "api", database: "Contacts.fmp12", label: "Web shop" },
  {
    ...row,
    id: 2,
    key: "KEY_Zy9xW8vU7tS6rQ5pO4nM3lK2",
    user: "api",
    databases: ["Orders", "Contacts.fmp12"],
    label: null,
    is_odata: 1,
  },
  { ...row, id: 3, key: "dk_zyxwvutsrqponmlkjihgfedcba1", user: "nobody", database: "Contacts.fmp12", label: "Lost" },
  { ...row, id: 4, key: "dk_ab*****wxyz1", user: "api", database: "Contacts.fmp12", label: "Masked" },
];
const tool = { id: 1, mcp_server_slug: "sales", created_at: "x", updated_at: "x" };
const schedule = {
  remote_name: "frankfurt",
  bucket_name: "fm-backups",
  remote_path: "daily",
  last_backup: null,
  running: false,
};
const old = await anOldServer(adminKey, {
  "api-key": { "api-keys": dataKeys },
  "admin-api-key": { "api-keys": [{ id: 1, key: adminKey, label: "Deploy", created_at: null, last_used: null }] },
  webhooks: {
    webhooks: [
      {
        id: 1,
        url: "/otto/receiver/Contacts.fmp12/new_orders",
        database: "Contacts.fmp12",
        label: "Orders",
        active: 1,
      },
      { id: 2, url: "/otto/filereceiver/Contacts.fmp12/photos", database: "Contacts.fmp12", label: null, active: null },
      { id: 3, url: "/otto/receiver/Contacts.fmp12/off", database: "Contacts.fmp12", label: "Off", active: 0 },
    ],
  },
  "mcp-servers": {
    servers: [
      {
        slug: "sales",
        name: "Sales",
        filename: "Contacts.fmp12",
        description: null,
        is_active: true,
        created_by: null,
      },
    ],
  },
  "mcp-servers/sales/tools": {
    tools: [
      {
        ...tool,
        name: "Echo",
        description: "E",
        script_name: "Echo",
        input_schema: { a: { type: "string" } },
        is_active: true,
      },
      { ...tool, id: 2, name: "Idle", description: null, script_name: "Echo", input_schema: {}, is_active: false },
    ],
  },
  "file-notes": { notes: [{ filename: "Contacts.fmp12" }, { filename: "Orders.fmp12" }] },
  "file-notes/Contacts.fmp12": { note: { content: "First line\nSecond line" } },
  "file-notes/Orders.fmp12": { note: { blob: 7 } },
  "settings/offsite/remotes": {
    remotes: {
      frankfurt: {
        type: "s3",
        endpoint: "s3.eu-central-1.amazonaws.com",
        access_key_id: "AKIAEXAMPLE",
        region: "eu-central-1",
      },
    },
  },
  "settings/offsite/schedules": { schedules: [{ ...schedule, name: "Daily" }] },
  "settings/offsite/notifications": {
    offsiteNotificationSettings: {
      type: "webhook",
      label: "Ops",
      webhookUrl: "https://example.com/hook",
      sendSuccessNotifications: false,
    },
  },
});
const service = await testService();
afterAll(async () => {
  await old.close();
  await service.stop();
});

const command = fileURLToPath(new URL("../../local-runtime/commands/import-otto.ts", import.meta.url));
const ownKey = await service.anAdminKey("import");
const run = async (answers: readonly string[], ...words: readonly string[]) => {
  const child = spawn(process.execPath, [command, old.url, "--to", `${service.baseUrl}/svc`, ...words], { env: {} });
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(""));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code };
};
const read = async (path: string) => (await service.admin("GET", `/svc/api/${path}`)).body.response;

verifies("transfer:otto:preview", async () => {
  const { stdout, stderr, code } = await run([adminKey, ownKey], "--preview");
  expect([code, stderr], stdout).toEqual([0, ""]);
  for (const line of [
    "new       Data API key: Web shop …xyz1 (api; Contacts.fmp12)",
    "new       Data API key: (no label) …3lK2 (api; Orders.fmp12, Contacts.fmp12)",
    "left out  Data API key: Masked …xyz1 (api; Contacts.fmp12): the old server doesn't show a value that can be imported",
    "new       Admin API key: Deploy …l2m3",
    "left out  Webhook: receiver/contacts/off: it is disabled on the old server",
    "new       Tool: sales: Echo",
    "left out  Note: Orders.fmp12: its text has an unknown form",
    "new       Offsite schedule: Daily",
    "Table triggers are stored in FileMaker Server",
    "Nothing was created.",
  ])
    expect(stdout).toContain(line);
  expect((await read("api-key"))["api-keys"]).toEqual([]);
  expect((await read("webhooks")).webhooks).toEqual([]);
});

verifies("transfer:otto:bring", async () => {
  // Credentials, consent, the account `api` (mistyped once), `nobody` (unknown), the Admin Console account, and no secret of the store.
  const answers = [adminKey, ownKey, "yes", "wrong", "demo-pass", "guess", "", "admin", "admin-pass", ""];
  const { stdout, stderr, code } = await run(answers);
  expect([code, stderr], stdout).toEqual([1, ""]);
  expect(stdout).toContain("left out  Data API key: Lost …cba1 (nobody; Contacts.fmp12): ");
  expect(stdout).toContain("created   Data API key: Web shop …xyz1 (api; Contacts.fmp12): opens Contacts.fmp12");
  expect(stdout).toContain("left out  Offsite location: frankfurt: its secret access key wasn't given");
  for (const key of [...dataKeys.map((one) => one.key), adminKey, "demo-pass", "admin-pass"])
    expect(stdout).not.toContain(key);

  // Clients go on with the same keys, at the same paths.
  await service.turn(60_000);
  for (const key of [dataKeys[0]?.key, dataKeys[1]?.key]) {
    const answer = await service.raw("GET", recordsPath("Contacts").replace("/svc/", "/otto/"), {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(answer.status, answer.text).toBe(200);
  }
  const managed = await service.raw("GET", "/otto/api/api-key", { headers: { Authorization: `Bearer ${adminKey}` } });
  expect(managed.body.response["api-keys"]).toHaveLength(2);
  expect(managed.body.response["api-keys"][1]).toMatchObject({
    is_odata: true,
    databases: ["Orders.fmp12", "Contacts.fmp12"],
  });
  expect((await read("webhooks")).webhooks).toHaveLength(2);
  expect((await read("mcp-servers/sales/tools")).tools).toMatchObject([
    { name: "Echo", is_active: true, description: "E" },
    { name: "Idle", is_active: false },
  ]);
  expect(JSON.stringify((await read("file-notes/Contacts.fmp12")).note)).toContain("Second line");
  expect((await read("settings/offsite/notifications")).offsiteNotificationSettings).toMatchObject({
    sendSuccessNotifications: false,
  });
  expect(await service.logs()).not.toContain(dataKeys[1]?.key);
});

verifies("transfer:otto:repeatable", async () => {
  const before = await read("api-key");
  const { stdout } = await run([adminKey, ownKey, "yes", "", ""]);
  expect(stdout).toContain("present   Data API key: Web shop …xyz1");
  expect(stdout).toContain("left out  Data API key: Lost …cba1 (nobody; Contacts.fmp12): its password wasn't given");
  expect(stdout).not.toContain("created ");
  expect((await read("api-key"))["api-keys"].length).toBe(before["api-keys"].length);
});

verifies("transfer:otto:unchanged", async () => {
  expect(old.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(old.calls.filter(({ path, hasKey }) => hasKey && path === "/otto/api/info")).toEqual([]);
  const refused = await run(["ak_wrong", ownKey], "--preview");
  expect([refused.code, refused.stderr]).toEqual([1, `${old.url} doesn't accept the Admin API key: Unauthorized\n`]);
  const usage = await run([], "--nonsense");
  expect([usage.code, usage.stderr]).toEqual([78, expect.stringContaining("Usage: latchkey import-otto URL")]);
});

import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { dataOfReleases, keptLists } from "./support/kept-lists.ts";

interface Held {
  readonly key: string;
  readonly adminKey: string;
  readonly lists: Readonly<Record<(typeof keptLists)[number], object>>;
}

for (const version of readdirSync(dataOfReleases)) {
  verifies("runtime:data:of-releases", version, async () => {
    const kept = new URL(`${version}/`, dataOfReleases);
    const held: Held = JSON.parse(readFileSync(new URL("holds.json", kept), "utf8"));
    const folder = mkdtempSync(join(tmpdir(), "latchkey-of-release-"));
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    cpSync(new URL("latchkey.sqlite", kept), join(dataDir, "latchkey.sqlite"));
    cpSync(new URL("master.key", kept), `${dataDir}.key`);
    chmodSync(`${dataDir}.key`, 0o600);
    const service = await testService({ environment: { DATA_DIR: dataDir } });
    try {
      for (const path of keptLists) {
        const { status, body } = await service.admin("GET", `/svc/api/${path}`);
        expect([status, body.response], path).toMatchObject([200, held.lists[path]]);
      }
      // Sealed values open: one in a call, and all of them in an export.
      expect(await service.raw("GET", recordsPath(), { key: held.key })).toSucceed();
      expect((await service.raw("GET", "/svc/api/api-key", { key: held.adminKey })).status).toBe(200);
      const parts = ["settings", "keys", "people", "webhooks", "notes", "mcpServers", "notifications"];
      const json = { parts, passphrase: "correct horse battery staple" };
      const exported = await service.raw("POST", "/svc/api/transfer/export", {
        headers: { Authorization: adminAccount },
        json,
      });
      expect(exported.status, exported.text).toBe(200);
      // The secret used to make key ids is also counted as a key.
      expect(exported.body.response.counts).toMatchObject({
        ...{ keys: 3, people: 1, webhooks: 1, notes: 1, mcpServers: 1 },
      });
      // Numbering continues: numbers are assigned only once.
      const made = (await service.admin("POST", "/svc/api/api-key", { ...account, databases: ["Orders"] })).body
        .response;
      expect(made.id).toBe(2);
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  });
}

const account = { user: "api", pass: "demo-pass", label: "later" };

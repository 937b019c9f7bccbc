import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { folderListing } from "../support/folder-listing.ts";
import { call } from "../support/http/call.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { type LatchkeyProcess, latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { startAttempt } from "../support/programs/start-attempt.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const fileMaker = await startServer();
afterAll(() => fileMaker.close());
const FMS_URL = fileMaker.origin;

/** The demo's account is in the README, so a demo on an installation's data would open it to anyone. */
const words = { unit: [], demo: ["demo"], "npm start": ["demo-or-server"] } as const;
const belongsToServer = /^DATA_DIR \S+ holds the data of an installation, .* Set FMS_URL to the address .*\.$/;
const belongsToDemo = /^DATA_DIR \S+ belongs to a demo server\. Set DATA_DIR to another folder .*\.$/;

const asAdministrator = (service: LatchkeyProcess, method: string, path: string, json?: object) =>
  call(service.baseUrl, method, `/svc/api/${path}`, {
    headers: { Authorization: adminAccount },
    ...(json && { json }),
  });

/** Settings made by an administrator. */
const key = ["api-key", { databases: ["Contacts.fmp12"], label: "Web shop", user: "api", pass: "demo-pass" }] as const;
const webhook = [
  "webhooks",
  { channel: "orders", filename: "Contacts", useFileReceiver: false, label: "Shop" },
] as const;

/** Returns a data folder that has been used. */
async function usedFolder(
  environment: Readonly<Record<string, string>>,
  [path, body]: typeof key | typeof webhook | [] = [],
) {
  const folder = scratchFolder();
  const DATA_DIR = join(folder, "data");
  const service = await latchkeyProcess({ DATA_DIR, ...environment });
  const made = path && (await asAdministrator(service, "POST", path, body));
  expect(made?.status ?? 200, made?.text).toBe(200);
  await service.terminate();
  return {
    DATA_DIR,
    key: String(made?.body.response.key),
    files: () => folderListing(DATA_DIR),
    /** Makes it look like a folder of a version that didn't record kinds. */
    forgetKind() {
      const connection = new DatabaseSync(join(DATA_DIR, "latchkey.sqlite"));
      connection.exec("DELETE FROM items WHERE pk = 'installation' AND sk = 'kind'");
      connection.close();
    },
    async refusal(variables: Readonly<Record<string, string>>, more: readonly string[]): Promise<string> {
      const { code, output, errors } = await startAttempt({ DATA_DIR, ...variables }, folder, more);
      expect([code, output], errors).toEqual([78, ""]);
      return errors.trimEnd();
    },
  };
}

verifies("runtime:refuses:missing-server", "a misspelled setting on the data of an installation", async () => {
  const installation = await usedFolder({ FMS_URL }, key);
  const before = installation.files();
  expect(readdirSync(installation.DATA_DIR)).not.toContain("sandbox");
  expect(await installation.refusal({}, words.unit)).toMatch(/^FMS_URL is missing\. Set it to the address /);
  for (const start of Object.values(words))
    expect(await installation.refusal({ FM_URL: FMS_URL }, start)).toBe(
      "Unknown setting FM_URL. Did you mean FMS_URL?",
    );
  expect(installation.files()).toEqual(before);
});

verifies("runtime:refuses:other-kind", "a demo on the data of an installation", async () => {
  const installation = await usedFolder({ FMS_URL }, key);
  const before = installation.files();
  for (const start of [words.demo, words["npm start"]])
    expect(await installation.refusal({}, start)).toMatch(belongsToServer);
  expect(installation.files()).toEqual(before);
  // A folder without a record never becomes a demo's if it holds a key.
  installation.forgetKind();
  expect(await installation.refusal({}, words.demo)).toMatch(belongsToServer);
  // The next start with a server decides.
  const again = await latchkeyProcess({ DATA_DIR: installation.DATA_DIR, FMS_URL });
  expect(await call(again.baseUrl, "GET", recordsPath(), { key: installation.key })).toSucceed();
  await again.terminate();
  expect(await installation.refusal({}, words.demo)).toMatch(belongsToServer);
});

verifies("runtime:refuses:other-kind", "a demo on the data of an installation without keys", async () => {
  const installation = await usedFolder({ FMS_URL }, webhook);
  expect(await installation.refusal({}, words.demo)).toMatch(belongsToServer);
  installation.forgetKind();
  expect(await installation.refusal({}, words.demo)).toMatch(belongsToServer);
});

verifies("runtime:refuses:other-kind", "a server on the data of a demo", async () => {
  const demo = await usedFolder({});
  const before = demo.files();
  for (const start of [words.unit, words["npm start"]])
    expect(await demo.refusal({ FMS_URL }, start)).toMatch(belongsToDemo);
  expect(demo.files()).toEqual(before);
});

verifies(
  "runtime:refuses:other-kind",
  "a folder without a recorded kind takes the kind of its next start",
  async () => {
    const demo = await usedFolder({});
    demo.forgetKind();
    const again = await latchkeyProcess({ DATA_DIR: demo.DATA_DIR });
    await again.terminate();
    expect(await demo.refusal({ FMS_URL }, words.unit)).toMatch(belongsToDemo);
  },
);

verifies("runtime:demo:own-folder", async () => {
  const folder = scratchFolder();
  // The port is in use, so the start ends as soon as it has opened its data.
  const { port } = new URL(FMS_URL);
  for (const start of [words.demo, words["npm start"]])
    expect((await startAttempt({ PORT: port }, folder, start)).errors).toContain("is in use by another program");
  expect(readdirSync(folder).toSorted()).toEqual([".latchkey-demo", ".latchkey-demo.key"]);
});

verifies("runtime:demo:this-machine", async () => {
  const folder = scratchFolder();
  const refusal = async (variables: Readonly<Record<string, string>>) => {
    const { code, errors } = await startAttempt(variables, folder, words.demo);
    expect([code, readdirSync(folder)]).toEqual([78, []]);
    return errors;
  };
  expect(await refusal({ FMS_URL })).toMatch(/^FMS_URL is set to \S+, but a demo uses its own server\./);
  for (const [name, value] of Object.entries({
    FMS_SERVER_PATH: "/opt/FileMaker",
    FMS_ADMIN_URL: FMS_URL,
    PREVENT_DAPI_CALLOUT: "true",
  }))
    expect(await refusal({ [name]: value })).toMatch(new RegExp(`^${name} is set, but FMS_URL is missing\\.`));
  expect(await refusal({ BASE_URL: "https://keys.example.com" })).toMatch(
    /^BASE_URL keys\.example\.com is reachable from other machines, but the demo's account is public\./,
  );
  expect(await refusal({ HOST: "192.0.2.1", TRUSTED_PROXIES: "192.0.2.2" })).toMatch(/^HOST 192\.0\.2\.1 is reachable/);
});

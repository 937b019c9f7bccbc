import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeEach, expect } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { uploadFile } from "../../local-agent/backups/upload-file.ts";
import { contentOf, twoServers } from "../deployments/support/two-servers.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aStore, storeAccount } from "./support/a-store.ts";

const store = await aStore();
const servers = await twoServers((options) => testService(options));
const { development, production } = servers;
afterAll(async () => {
  await servers.stop();
  await store.close();
});
beforeEach(() => {
  store.faults.decide = undefined;
});

const account = {
  ...{ remote_name: "Store", endpoint: store.endpoint },
  ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
};
for (const server of [development, production]) await server.post("settings/offsite/remotes", account);

const client = storeClient({
  address: storeAddress(store.endpoint, undefined, "auto"),
  credentials: storeAccount,
  call: store.reached.call,
  clock: systemClock,
});
const keys = async (prefix: string) => (await client.list("fm-backups", { prefix })).objects.map(({ key }) => key);
const offsiteLocation = { remote_name: "store", bucket_name: "fm-backups", remote_path: "/releases/" };
const destination = { type: "offsite_storage", offsiteLocation, subFolder: "nightly" };
const files = [{ fileName: "Contacts", clone: false }];
const replaced = (source: object) => {
  const operation = { operation: "replace", source: { fileName: "Contacts" }, target: { fileName: "Contacts" } };
  return servers.deployed({ label: "Offsite", deployments: [{ source, fileOperations: [operation] }] });
};
const fromStore = (buildId: string) => ({ ...destination, buildId });

verifies("builds:publish:offsite", async () => {
  await development.built({ buildId: "release", files });
  expect(await development.published("release", destination)).toMatchObject({ state: "done" });
  const folder = "releases/nightly/release";
  expect(await keys("releases/")).toEqual([`${folder}/manifest.json`, `${folder}/release.build.zip`]);
  const zip = development.at("Data", "Backups", "Latchkey Builds", "outbox", "release", "release.build.zip");
  expect(readFileSync(zip).equals(await client.get("fm-backups", `${folder}/release.build.zip`))).toBe(true);
  // A build whose name has this one as its prefix isn't touched.
  await client.put("fm-backups", "releases/nightly/release-2/manifest.json", Buffer.from("{}"));
  // Made again as a folder: the files of the earlier build are gone.
  await development.built({ buildId: "release", files, zipFiles: false, force: true });
  expect(await development.published("release", destination)).toMatchObject({ state: "done" });
  expect(await keys("releases/")).toEqual([
    "releases/nightly/release-2/manifest.json",
    `${folder}/Contacts.fmp12`,
    `${folder}/manifest.json`,
  ]);
});

verifies("deployments:sources:offsite", async () => {
  const asFolder = await replaced(fromStore("release"));
  expect(asFolder.parts[0], await production.log(asFolder.parts[0].process_id)).toMatchObject({
    final_result: "successful",
  });
  expect(contentOf(production, "Contacts")).toMatchObject({ scripts: ["After"], records: ["Contacts 1"] });
  await development.built({ buildId: "zipped", files });
  expect(await development.published("zipped", destination)).toMatchObject({ state: "done" });
  const { parts } = await replaced(fromStore("zipped"));
  expect(parts[0]).toMatchObject({ final_result: "successful" });
  expect(await production.log(parts[0].process_id)).not.toMatch(/X-Amz-Signature|canary/);
  // In the layout of offsite backups.
  const file = await client.get("fm-backups", "releases/nightly/release/Contacts.fmp12");
  await client.put("fm-backups", "hourly/dbs/Contacts.fmp12", file);
  const backup = { ...offsiteLocation, remote_path: "hourly" };
  const restored = await replaced({ type: "offsite_backup", fileNames: ["Contacts"], offsiteLocation: backup });
  expect(restored.parts[0]).toMatchObject({ final_result: "successful" });
});

verifies("deployments:sources:offsite", "a missing source is named, and nothing is touched", async () => {
  for (const [source, sentence] of [
    [fromStore("missing"), /the build missing in store wasn't found/],
    [
      { ...fromStore("release"), offsiteLocation: { ...offsiteLocation, bucket_name: "missing" } },
      /bucket doesn't exist/,
    ],
    [
      { ...fromStore("release"), offsiteLocation: { ...offsiteLocation, remote_name: "none" } },
      /Offsite location not found/,
    ],
    [{ type: "offsite_backup", fileNames: ["Orders"], offsiteLocation }, /releases\/dbs\/ doesn't contain Orders/],
  ] as const) {
    const { parts } = await replaced(source);
    expect(parts[0].final_result).toBe("failed");
    expect(await production.log(parts[0].process_id)).toMatch(sentence);
  }
});

verifies(
  "builds:publish:offsite",
  "if the store rejects it, it fails with a message, and nothing is left there",
  async () => {
    await development.built({ buildId: "refused", files });
    store.faults.decide = ({ method, url }) =>
      method === "PUT" && url.includes("manifest") ? { error: "AccessDenied" } : undefined;
    const end = await development.published("refused", destination);
    expect(end).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("The access key has no permission for this."),
    });
    expect(await keys("releases/nightly/refused")).toEqual([]);
  },
);

verifies("backups:upload:parts", async () => {
  const path = `${scratchFolder()}/large`;
  const content = Buffer.alloc(40 * 1024 * 1024, randomBytes(1_000));
  writeFileSync(path, content);
  let calls = 0;
  // Every third call fails, before or after its work.
  store.faults.decide = ({ method }) => {
    if (method === "GET") return undefined;
    calls += 1;
    return calls % 3 === 0 ? (calls % 2 === 0 ? "reset" : "lost answer") : undefined;
  };
  const { signal } = new AbortController();
  const clock = { ...systemClock, sleep: async () => {} };
  const reported: string[] = [];
  const say = (_level: string, line: string) => void reported.push(line);
  let brought = 0;
  await uploadFile(
    { store: client, ending: client, checksums: true, clock, signal, say },
    { bucket: "fm-backups", key: "large", path, sizeBytes: content.length },
    (bytes) => {
      brought += bytes;
    },
  );
  expect(brought).toBe(content.length);
  expect(calls).toBeGreaterThan(6);
  store.faults.decide = undefined;
  expect(await client.list("fm-backups", { prefix: "large" })).toMatchObject({
    objects: [{ key: "large", sizeBytes: content.length }],
  });
  const url = await client.addressOf("fm-backups", "large", 60);
  const { bytes } = await store.reached.open({ url, port: Number(url.port), timeoutMs: 10_000, signal });
  expect(Buffer.concat(await Array.fromAsync(bytes)).equals(content)).toBe(true);
  store.faults.decide = ({ method }) => (method === "PUT" ? { error: "AccessDenied" } : undefined);
  const again = { bucket: "fm-backups", key: "denied", path, sizeBytes: content.length };
  const refused = () =>
    expect(
      uploadFile({ store: client, ending: client, checksums: true, clock, signal, say }, again, () => {}),
    ).rejects.toThrow(StoreRefused);
  await refused();
  expect(reported).toEqual([]);
  // Parts that can't be deleted cost money, so the log names them.
  store.faults.decide = ({ method }) => (["PUT", "DELETE"].includes(method) ? { error: "AccessDenied" } : undefined);
  await refused();
  expect(reported).toEqual([expect.stringMatching(/^Incomplete parts of denied may remain in the bucket fm-backups/)]);
});

verifies(
  "builds:publish:after",
  "a destination that was deleted meanwhile is named, and the others get the build",
  async () => {
    await development.post("settings/offsite/remotes", { ...account, remote_name: "gone" });
    const gone = { ...destination, offsiteLocation: { ...offsiteLocation, remote_name: "gone" } };
    const started = await development.post("build", {
      ...{ buildId: "later", files, publish: { destinations: [gone, destination] } },
      ...{ scheduled: true, timestamp: new Date(development.service.clock.now() + 30_000).toISOString() },
    });
    await development.service.admin("DELETE", "/svc/api/settings/offsite/remotes/gone");
    await development.ended(started.body.response.processId);
    const row = async () => (await development.get(`build/db/${started.body.response.ottofmsId}`)).body.response.build;
    let build = await row();
    while (build.message === null) {
      await development.service.clock.sleep(20);
      build = await row();
    }
    expect(build).toMatchObject({
      ...{ status: "completed", hasErrors: true, publish_process_ids: [expect.any(Number)] },
      message: expect.stringContaining("Couldn't publish to destination 1"),
    });
    expect(await development.ended(build.publish_process_ids[0])).toMatchObject({ state: "done" });
  },
);

import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { CalloutFailed } from "#shared/ports/callouts.ts";
import { selfSignedCertificate } from "../../sandbox/fmserver/certificate.ts";
import type { AgentOptions } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aFile, aReleaseSetup, calloutsToThisMachine } from "./support/a-release-setup.ts";
import { ftpServer } from "./support/ftp-server.ts";
import { sftpServer } from "./support/sftp-server.ts";

/** Lines that break: an answer that is lost, and then a call that does not arrive. */
let breaks: ("answer" | "call")[] = [];
const calloutsTo: NonNullable<AgentOptions["calloutsTo"]> = () => ({
  ...calloutsToThisMachine,
  async call(request) {
    const broken = request.method === "PATCH" ? breaks.shift() : undefined;
    const answer = broken === "call" ? undefined : await calloutsToThisMachine.call(request);
    if (broken !== undefined || answer === undefined) throw new CalloutFailed("The line broke.");
    return answer;
  },
});

const sftp = await sftpServer();
const ftp = await ftpServer();
const ftps = await ftpServer(selfSignedCertificate({ now: Date.now(), names: ["files.example.test"] }));
afterAll(() => Promise.all([sftp.stop(), ftp.stop(), ftps.stop()]));

const development = await aReleaseSetup(testService, "development", [aFile("Contacts", { records: 3 })], false);
await development.agent({ calloutsTo });
const production = await aReleaseSetup(testService, "production", []);
afterAll(() => Promise.all([development.stop(), production.stop()]));

const files = [{ fileName: "Contacts", clone: false }];
const inOutbox = (...parts: readonly string[]) =>
  development.at("Data", "Backups", "Latchkey Builds", "outbox", ...parts);
const inInbox = (...parts: readonly string[]) => production.at("Data", "Backups", "Latchkey Builds", "inbox", ...parts);
const webFolder = (...parts: readonly string[]) => development.at("HTTPServer", "htdocs", ...parts);
const inbox = async () =>
  (await production.get("build/list?inboxOrOutbox=inbox")).body.response.manifests.map(
    ({ buildId, status }: { readonly buildId: string; readonly status: string }) => [buildId, status],
  );
const published = async (buildId: string, destination: object) => {
  const { status, body } = await development.post(`build/${encodeURIComponent(buildId)}/publish`, { destination });
  if (status !== 200) throw new Error(`HTTP ${status} ${JSON.stringify(body)}`);
  expect(body.response).toMatchObject({ success: true, uploadId: String(body.response.processId) });
  return development.ended(body.response.processId);
};
const toProduction = async () => ({
  type: "server",
  serverUrl: production.url,
  apiKey: await production.service.anAdminKey(),
});

verifies("builds:publish:after", async () => {
  mkdirSync(webFolder(), { recursive: true });
  const destinations = [await toProduction(), { type: "http_folder", subFolder: "builds/nightly" }];
  await development.built({ buildId: "release-1", files, publish: { destinations } });
  // The processes are there a moment after the build's end.
  let processes: readonly number[] = [];
  while (processes.length < 2) {
    const { builds } = (await development.get("build/db/list")).body.response;
    processes = builds[0].publish_process_ids;
  }
  for (const id of processes)
    expect(await development.ended(id), await development.log(id)).toMatchObject({ state: "done" });
  expect(await inbox()).toEqual([["release-1", "completed"]]);
  const zip = readFileSync(inOutbox("release-1", "release-1.build.zip"));
  expect(readFileSync(inInbox("release-1", "release-1.build.zip")).equals(zip)).toBe(true);
  expect(readFileSync(webFolder("builds", "nightly", "release-1", "release-1.build.zip")).equals(zip)).toBe(true);
});

verifies("builds:publish:server", async () => {
  await development.built({ buildId: "folder", files, zipFiles: false });
  const destination = await toProduction();
  expect(await published("folder", destination)).toMatchObject({ state: "done" });
  expect(readdirSync(inInbox("folder")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);
  await development.built({ buildId: "folder", files, force: true });
  breaks = ["answer", "call"];
  expect(await published("folder", destination)).toMatchObject({ state: "done" });
  expect(breaks).toEqual([]);
  const zip = readFileSync(inOutbox("folder", "folder.build.zip"));
  expect(readFileSync(inInbox("folder", "folder.build.zip")).equals(zip)).toBe(true);
  expect(readdirSync(inInbox("folder")).sort()).toEqual(["folder.build.zip", "manifest.json"]);
  expect(readdirSync(production.at("Data", "Backups", "Latchkey Builds", "incoming"))).toEqual([]);
});

verifies("builds:publish:web-folder", async () => {
  await development.built({ buildId: "web", files });
  expect(await published("web", { type: "http_folder" })).toMatchObject({ state: "done" });
  expect(readdirSync(webFolder("web")).sort()).toEqual(["manifest.json", "web.build.zip"]);
  await development.built({ buildId: "web", files, zipFiles: false, force: true });
  expect(await published("web", { type: "http_folder" })).toMatchObject({ state: "done" });
  expect(readdirSync(webFolder("web")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);
  expect(readdirSync(webFolder()).sort()).toEqual(["builds", "web"]);
});

const account = { username: "builder", password: "builder-pass" };

for (const [type, server] of [
  ["sftp", sftp],
  ["ftp", ftp],
] as const)
  verifies("builds:publish:file-server", `by ${type}`, async () => {
    const destination = { type, serverUrl: "files.example.test", port: server.port, folder: "builds/März", ...account };
    await development.built({ buildId: "Größe 1", files, force: true });
    expect(await published("Größe 1", destination)).toMatchObject({ state: "done" });
    const at = (...parts: readonly string[]) => join(server.folder, "builds", "März", ...parts);
    const zip = readFileSync(inOutbox("Größe 1", "Größe 1.build.zip"));
    expect(readFileSync(at("Größe 1", "Größe 1.build.zip")).equals(zip)).toBe(true);
    await development.built({ buildId: "Größe 1", files, zipFiles: false, force: true });
    expect(await published("Größe 1", destination)).toMatchObject({ state: "done" });
    expect(readdirSync(at("Größe 1")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);
    expect(readdirSync(at())).toEqual(["Größe 1"]);
    expect(await published("Größe 1", { ...destination, folder: "", inplace: true })).toMatchObject({ state: "done" });
    expect(readdirSync(join(server.folder, "Größe 1")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);

    const wrong = await published("Größe 1", { ...destination, password: "wrong-pass" });
    expect(wrong).toMatchObject({
      state: "failed",
      reason: "files.example.test does not take this account and password",
    });
  });

verifies("builds:publish:host-key", async () => {
  const destination = { type: "sftp", serverUrl: `sftp://files.example.test:${sftp.port}/keys`, ...account };
  await development.built({ buildId: "keys", files });
  expect(await published("keys", destination)).toMatchObject({ state: "done" });
  await sftp.takeAnotherKey();
  const refused = await published("keys", destination);
  expect(refused).toMatchObject({ state: "failed", reason: expect.stringContaining("shows the key SHA256:") });
  const [, hostKey] = /shows the key (SHA256:\S+),/.exec(String(refused.reason)) ?? [];
  expect(await published("keys", { ...destination, hostKey })).toMatchObject({ state: "done" });
});

verifies("builds:publish:ftp-tls", async () => {
  const at = (scheme: string) => ({
    ...{ type: "ftp", serverUrl: `${scheme}://files.example.test`, port: ftps.port, ...account },
  });
  await development.built({ buildId: "tls", files });
  expect(await published("tls", at("ftps"))).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/certificate/),
  });
  expect(await published("tls", { ...at("ftps"), port: ftp.port })).toMatchObject({
    reason: "files.example.test has no TLS",
  });
  expect(await published("tls", at("ftp"))).toMatchObject({ state: "done" });
  expect([ftps.wasEncrypted(), ftp.wasEncrypted()]).toEqual([true, false]);
  expect(existsSync(join(ftps.folder, "tls", "tls.build.zip"))).toBe(true);
});

verifies("builds:publish:refused", async () => {
  const offsiteLocation = { remote_name: "s3", bucket_name: "builds", remote_path: "" };
  const post = (buildId: string, destination: object) =>
    development.post(`build/${encodeURIComponent(buildId)}/publish`, { destination });
  expect(await post("tls", { type: "offsite_storage", offsiteLocation })).toRefuseWith("not_configured");
  expect(await post("nowhere", { type: "http_folder" })).toRefuseWith("build_not_found");
  expect(await post("tls", { type: "http_folder", subFolder: "../../Databases" })).toRefuseWith("input_invalid");
  const publish = { destinations: [{ type: "offsite_storage", offsiteLocation }] };
  expect(await development.post("build", { buildId: "offsite", files, publish })).toRefuseWith("not_configured");

  const refused = await published("tls", { ...(await toProduction()), apiKey: `ak_${"0".repeat(49)}` });
  expect(refused).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/^production\.example\.test:\d+ answered HTTP 401: /),
  });
  expect(existsSync(inInbox("tls"))).toBe(false);
});

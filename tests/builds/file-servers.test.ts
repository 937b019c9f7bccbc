import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { selfSignedCertificate } from "../../sandbox/fmserver/certificate.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aFile, aReleaseSetup } from "./support/a-release-setup.ts";
import { ftpServer } from "./support/ftp-server.ts";
import { sftpServer } from "./support/sftp-server.ts";

const sftp = await sftpServer();
const ftp = await ftpServer();
const ftps = await ftpServer(selfSignedCertificate({ now: Date.now(), names: ["files.example.test"] }));
afterAll(() => Promise.all([sftp.stop(), ftp.stop(), ftps.stop()]));

const development = await aReleaseSetup(testService, "development", [aFile("Contacts", { records: 3 })]);
afterAll(() => development.stop());

const files = [{ fileName: "Contacts", clone: false }];
const inOutbox = (...parts: readonly string[]) =>
  development.at("Data", "Backups", "Latchkey Builds", "outbox", ...parts);
const account = { username: "builder", password: "builder-pass" };

for (const [type, server] of [
  ["sftp", sftp],
  ["ftp", ftp],
] as const)
  verifies("builds:publish:file-server", `with ${type}`, async () => {
    const destination = {
      ...{ type, serverUrl: "files.example.test", port: server.port, folder: "builds/März", ...account },
      ...(type === "ftp" && { allowPlainText: true }),
    };
    await development.built({ buildId: "Größe 1", files, force: true });
    expect(await development.published("Größe 1", destination)).toMatchObject({ state: "done" });
    const at = (...parts: readonly string[]) => join(server.folder, "builds", "März", ...parts);
    const zip = readFileSync(inOutbox("Größe 1", "Größe 1.build.zip"));
    expect(readFileSync(at("Größe 1", "Größe 1.build.zip")).equals(zip)).toBe(true);
    await development.built({ buildId: "Größe 1", files, zipFiles: false, force: true });
    expect(await development.published("Größe 1", destination)).toMatchObject({ state: "done" });
    expect(readdirSync(at("Größe 1")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);
    expect(readdirSync(at())).toEqual(["Größe 1"]);
    expect(await development.published("Größe 1", { ...destination, folder: "", inplace: true })).toMatchObject({
      state: "done",
    });
    expect(readdirSync(join(server.folder, "Größe 1")).sort()).toEqual(["Contacts.fmp12", "manifest.json"]);

    const wrong = await development.published("Größe 1", { ...destination, password: "wrong-pass" });
    expect(wrong).toMatchObject({
      state: "failed",
      reason: "files.example.test rejected this account and password",
    });
  });

verifies("builds:publish:host-key", async () => {
  const destination = { type: "sftp", serverUrl: `sftp://files.example.test:${sftp.port}/keys`, ...account };
  await development.built({ buildId: "keys", files });
  expect(await development.published("keys", destination)).toMatchObject({ state: "done" });
  await sftp.takeAnotherKey();
  const refused = await development.published("keys", destination);
  expect(refused).toMatchObject({ state: "failed", reason: expect.stringContaining("has the host key SHA256:") });
  const [, hostKey] = /has the host key (SHA256:\S+),/.exec(String(refused.reason)) ?? [];
  expect(await development.published("keys", { ...destination, hostKey })).toMatchObject({ state: "done" });
});

verifies("builds:publish:ftp-tls", async () => {
  const at = (scheme: string) => ({
    ...{ type: "ftp", serverUrl: `${scheme}://files.example.test`, port: ftps.port, ...account },
  });
  await development.built({ buildId: "tls", files });
  expect(await development.published("tls", at("ftps"))).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/certificate/),
  });
  expect(await development.published("tls", { ...at("ftps"), port: ftp.port })).toMatchObject({
    reason: "files.example.test doesn't offer TLS, so nothing was sent",
  });
  expect(await development.published("tls", at("ftp"))).toMatchObject({ state: "done" });
  expect([ftps.wasEncrypted(), ftp.wasEncrypted()]).toEqual([true, false]);
  expect(existsSync(join(ftps.folder, "tls", "tls.build.zip"))).toBe(true);
});

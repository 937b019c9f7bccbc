import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { keepHostKey, keptHostKey } from "../../local-agent/builds/publish/host-keys.ts";
import { keepPrivately } from "../../local-agent/disk/private-file.ts";
import { aStore, storeAccount } from "../backups/support/a-store.ts";
import { aFile, aReleaseSetup } from "../builds/support/a-release-setup.ts";
import { ftpServer } from "../builds/support/ftp-server.ts";
import { sftpServer } from "../builds/support/sftp-server.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const [sftp, ftp, store] = await Promise.all([sftpServer(), ftpServer(), aStore()]);
const server = await aReleaseSetup(testService, "development", [aFile("Contacts", { records: 1 })]);
afterAll(() => Promise.all([server.stop(), sftp.stop(), ftp.stop(), store.close()]));

const web = server.at("HTTPServer", "htdocs");
mkdirSync(web, { recursive: true });
const files = [{ fileName: "Contacts", clone: false }];
const account = { username: "builder", password: "builder-pass" };
const onSftp = { type: "sftp", serverUrl: "sftp://files.example.test", port: sftp.port, folder: "site", ...account };
const onFtp = {
  ...{ ...onSftp, type: "ftp", serverUrl: "ftp://files.example.test", port: ftp.port },
  allowPlainText: true,
};
const offsiteLocation = { remote_name: "store", bucket_name: "fm-backups", remote_path: "site" };
const onStore = { type: "offsite_storage", offsiteLocation };
await server.post("settings/offsite/remotes", {
  ...{ remote_name: "store", endpoint: store.endpoint },
  ...{ access_key_id: storeAccount.accessKeyId, secret_access_key: storeAccount.secretAccessKey },
});
const bucket = storeClient({
  address: storeAddress(store.endpoint, undefined, "auto"),
  credentials: storeAccount,
  call: store.reached.call,
  clock: systemClock,
});

/** Destinations that are folders, with the folder on this disk in which the build's folder appears. */
const folders = [
  ["the web server's folder", { type: "http_folder", subFolder: "site" }, join(web, "site")],
  ["SFTP", onSftp, join(sftp.folder, "site")],
  ["SFTP, in place", { ...onSftp, inplace: true }, join(sftp.folder, "site")],
  ["FTP", onFtp, join(ftp.folder, "site")],
  ["FTP, in place", { ...onFtp, inplace: true }, join(ftp.folder, "site")],
] as const;

/** Returns names, types and content of everything in a folder. */
function contentOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`;
      if (stats.isDirectory()) return `${name}/`;
      return `${name} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
    })
    .sort();
}

const manifestOf = (buildId: string) => JSON.stringify({ status: "completed", buildId });

/** Creates something that has the build's name but isn't the build. */
const others: Readonly<Record<string, (folder: string) => void>> = {
  "a folder with other files": (folder) => {
    mkdirSync(join(folder, "release", "images"), { recursive: true });
    writeFileSync(join(folder, "release", "index.html"), "hi");
  },
  "an empty folder": (folder) => mkdirSync(join(folder, "release")),
  "another build": (folder) => {
    mkdirSync(join(folder, "release"));
    writeFileSync(join(folder, "release", "manifest.json"), manifestOf("release-2"));
  },
  "a manifest that isn't JSON": (folder) => {
    mkdirSync(join(folder, "release"));
    writeFileSync(join(folder, "release", "manifest.json"), '{"buildId":"release"');
  },
  "a manifest that is too large": (folder) => {
    mkdirSync(join(folder, "release"));
    writeFileSync(join(folder, "release", "manifest.json"), `${manifestOf("release")}${" ".repeat(1_048_576)}`);
  },
  "a manifest that is a folder": (folder) => mkdirSync(join(folder, "release", "manifest.json"), { recursive: true }),
  "a file": (folder) => writeFileSync(join(folder, "release"), manifestOf("release")),
  "a link to a build of this id": (folder) => {
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere", "manifest.json"), manifestOf("release"));
    symlinkSync("elsewhere", join(folder, "release"));
  },
  "a link to nothing": (folder) => symlinkSync("nowhere", join(folder, "release")),
};

await server.built({ buildId: "release", files });

for (const [where, destination, folder] of folders)
  verifies("builds:publish:replaces", `with ${where}, anything except the build stays unchanged`, async () => {
    for (const [what, make] of Object.entries(others)) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      make(folder);
      const before = contentOf(folder);
      const end = await server.published("release", destination);
      expect(end, what).toMatchObject({
        state: "failed",
        reason: expect.stringMatching(/(already exists and isn't the build release|manifest), so .* isn't replaced/),
      });
      expect(contentOf(folder), what).toEqual(before);
    }
  });

for (const [where, destination, folder] of folders)
  verifies("builds:publish:replaces", `with ${where}, the build can replace itself`, async () => {
    rmSync(folder, { recursive: true, force: true });
    for (let time = 0; time < 2; time += 1) {
      expect(await server.published("release", destination), String(time)).toMatchObject({ state: "done" });
      expect(readdirSync(folder)).toEqual(["release"]);
      expect(readdirSync(join(folder, "release")).sort()).toEqual(["manifest.json", "release.build.zip"]);
    }
    // An earlier version, or another service, has published it.
    writeFileSync(join(folder, "release", "manifest.json"), manifestOf("release"));
    writeFileSync(join(folder, "release", "release.build.zip"), "before");
    expect(await server.published("release", destination)).toMatchObject({ state: "done" });
    const zip = server.at("Data", "Backups", "Latchkey Builds", "outbox", "release", "release.build.zip");
    expect(readFileSync(join(folder, "release", "release.build.zip")).equals(readFileSync(zip))).toBe(true);
  });

verifies("builds:publish:replaces", "an interrupted replacement of a build is completed", async () => {
  const folder = join(sftp.folder, "site");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "release"), { recursive: true });
  writeFileSync(join(folder, "release", "manifest.unfinished.json"), '{"buildId":"release"}');
  writeFileSync(join(folder, "release", "release.build.zip"), "half");
  expect(await server.published("release", { ...onSftp, inplace: true })).toMatchObject({ state: "done" });
  expect(readdirSync(join(folder, "release")).sort()).toEqual(["manifest.json", "release.build.zip"]);
});

verifies("builds:publish:replaces", "in a bucket, objects that don't belong to the build stay unchanged", async () => {
  const keys = async () => (await bucket.list("fm-backups", {})).objects.map(({ key }) => key);
  for (const [key, text] of [
    ["site/release/index.html", "hi"],
    ["site/release/manifest.json", manifestOf("release-2")],
  ] as const) {
    await bucket.put("fm-backups", key, Buffer.from(text));
    expect(await server.published("release", onStore)).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("isn't the build release"),
    });
    expect(await keys()).toEqual([key]);
    expect(Buffer.from(await bucket.get("fm-backups", key)).toString()).toBe(text);
    await bucket.delete("fm-backups", key);
  }
  for (let time = 0; time < 2; time += 1) {
    expect(await server.published("release", onStore)).toMatchObject({ state: "done" });
    expect(await keys()).toEqual(["site/release/manifest.json", "site/release/release.build.zip"]);
  }
  await bucket.delete("fm-backups", "site/release/manifest.json");
  await bucket.put("fm-backups", "site/release/manifest.unfinished.json", Buffer.from('{"buildId":"release"}'));
  expect(await server.published("release", onStore)).toMatchObject({ state: "done" });
  expect(await keys()).toEqual(["site/release/manifest.json", "site/release/release.build.zip"]);
});

verifies("builds:publish:replaces", "a folder behind a symlink is outside of the web server's folder", async () => {
  mkdirSync(server.at("Data", "Documents"), { recursive: true });
  symlinkSync(server.at("Data", "Documents"), join(web, "out"));
  const end = await server.published("release", { type: "http_folder", subFolder: "out/made" });
  expect(end).toMatchObject({ state: "failed", reason: "the folder is outside of the web server's folder" });
  expect(existsSync(server.at("Data", "Documents", "made"))).toBe(false);
});

const ownNames = ["httpsRoot", "HTTPSROOT", "fmi", "conf", "Databases", "RC_Data_FMS", "HTTPServer"];

verifies("builds:publish:replaces", "names that FileMaker Server uses itself are rejected", async () => {
  const text = expect.stringContaining("FileMaker Server uses the name");
  for (const buildId of ownNames) {
    await server.built({ buildId, files, force: true });
    for (const destination of [{ type: "http_folder" }, onSftp, { ...onFtp, inplace: true }]) {
      const refused = await server.post(`build/${buildId}/publish`, { destination });
      expect(refused).toRefuseWith("input_invalid");
      expect(refused.body.messages[0].text).toEqual(text);
    }
  }
  const publish = { destinations: [{ type: "http_folder" }] };
  expect(await server.post("build", { buildId: "httpsroot", files, publish })).toRefuseWith("input_invalid");
  const schedule = {
    ...{ name: "Nightly", timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" } },
    action: { kind: "build", input: { buildId: "httpsRoot", files, publish } },
  };
  expect(await server.post("schedules", schedule)).toRefuseWith("input_invalid");
});

verifies("builds:publish:ftp-tls", "without TLS, no password is sent unless the destination allows it", async () => {
  await server.built({ buildId: "tls", files });
  const before = ftp.plainPasswords();
  for (const serverUrl of ["files.example.test", "ftp://files.example.test", "FTP://files.example.test"]) {
    const end = await server.published("tls", { ...onFtp, serverUrl, allowPlainText: undefined });
    expect(end, serverUrl).toMatchObject({ state: "failed", reason: expect.stringContaining("doesn't offer TLS") });
  }
  expect(ftp.plainPasswords()).toBe(before);
  expect(await server.published("tls", onFtp)).toMatchObject({ state: "done" });
  expect(ftp.plainPasswords()).toBe(before + 1);
  const both = { ...onFtp, serverUrl: "ftps://files.example.test" };
  expect(await server.post("build/tls/publish", { destination: both })).toRefuseWith("input_invalid");
});

verifies("builds:publish:host-key", "another spelling of a server's name gets no password", async () => {
  await server.built({ buildId: "spelled", files });
  expect(await server.published("spelled", onSftp)).toMatchObject({ state: "done" });
  await sftp.takeAnotherKey();
  const before = sftp.passwords();
  for (const host of [
    "files.example.test",
    "FILES.example.test",
    "files.example.test.",
    "127.0.0.1",
    "b.example.test",
  ]) {
    const end = await server.published("spelled", { ...onSftp, serverUrl: `sftp://${host}` });
    expect(end, host).toMatchObject({ state: "failed", reason: expect.stringContaining("has the host key SHA256:") });
  }
  expect(sftp.passwords()).toBe(before);
});

verifies("builds:publish:host-key", "keys stored by an earlier version count for every spelling", () => {
  const folder = scratchFolder();
  keepPrivately(join(folder, "host-keys.json"), {
    "PRIV.test:22": "SHA256:first",
    "priv.test.:22": "SHA256:second",
    "[fd00::1]:2222": "SHA256:third",
  });
  const kept = (host: string, address = "192.0.2.1", port = 22) => keptHostKey(folder, { host, address, port });
  expect([kept("priv.test"), kept("Priv.Test."), kept("[FD00::1]", "fd00::1", 2222)]).toEqual([
    ...["SHA256:first", "SHA256:first", "SHA256:third"],
  ]);
  expect([kept("priv.test", "192.0.2.1", 23), kept("other.test")]).toEqual([undefined, undefined]);
  keepHostKey(folder, { host: "priv.test", address: "192.0.2.1", port: 22 }, "SHA256:first");
  expect(kept("other.test")).toBe("SHA256:first");
});

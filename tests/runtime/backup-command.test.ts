import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { call } from "../support/http/call.ts";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const fileMaker = await startServer();
afterAll(async () => {
  await fileMaker.close();
  rmSync(folder, { recursive: true, force: true });
});
const folder = mkdtempSync(join(tmpdir(), "latchkey-backup-"));
const at = (...names: string[]) => join(folder, ...names);
const environment = {
  FMS_URL: fileMaker.origin,
  DATA_DIR: at("lib", "data"),
  MASTER_KEY_FILE: at("lib", "master.key"),
};
const commandOf = (name: string) => fileURLToPath(new URL(`../../local-runtime/commands/${name}.ts`, import.meta.url));
const run = (name: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, [commandOf(name), ...words], {
    env: { ...compiledCode, ...environment },
    encoding: "utf8",
  });
const isRoot = process.getuid?.() === 0;

const labels = async (baseUrl: string): Promise<readonly string[]> => {
  const answer = await call(baseUrl, "GET", "/svc/api/api-key", { headers: { Authorization: adminAccount } });
  return answer.body.response["api-keys"].map(({ label }: { readonly label: string }) => label);
};
const aKey = (baseUrl: string, label: string) =>
  call(baseUrl, "POST", "/svc/api/api-key", {
    headers: { Authorization: adminAccount },
    json: { databases: ["Contacts.fmp12"], label, user: "api", pass: "demo-pass" },
  });

verifies("runtime:backup:command", async () => {
  const service = await latchkeyProcess(environment);
  expect((await aKey(service.baseUrl, "Before")).status).toBe(200);
  writeFileSync(at("lib", "data", "blobs", "a-blob"), "bytes");
  // While the service runs and its write-ahead log has everything.
  const made = run("backup", at("backup"), "--master-key", at("safe", "master.key"));
  expect([made.status, made.stderr]).toEqual([0, ""]);
  expect(made.stdout).toContain("Logs aren't included");
  expect(statSync(at("backup")).mode & 0o777).toBe(0o700);
  for (const name of ["latchkey.sqlite", "queue.sqlite", "latchkey-backup.json", "blobs/a-blob"])
    expect(statSync(at("backup", name)).mode & 0o777, name).toBe(0o600);
  expect(readdirSync(at("backup"))).not.toContain("master.key");
  expect(run("backup", at("backup")).stderr).toContain("isn't empty");
  expect((await aKey(service.baseUrl, "After")).status).toBe(200);

  expect(run("restore", at("backup"))).toMatchObject({ status: 78, stderr: expect.stringContaining("is running") });
  expect(await labels(service.baseUrl)).toEqual(["Before", "After"]);
  await service.terminate();
});

verifies(
  "runtime:backup:command",
  "a restore over the existing folder, as root with files of another account",
  async () => {
    if (isRoot) for (const path of [at("lib"), at("lib", "data")]) chownSync(path, 12_345, 12_345);
    const restored = run("restore", at("backup"), "--master-key", at("safe", "master.key"));
    expect([restored.status, restored.stderr]).toEqual([0, ""]);
    expect(restored.stdout).toContain("the master key matches the data");
    for (const name of ["data", "data/latchkey.sqlite", "data/blobs/a-blob", "master.key"]) {
      const { mode, uid } = statSync(at("lib", name));
      expect([name, mode & 0o077, uid]).toEqual([name, 0, isRoot ? 12_345 : process.getuid?.()]);
    }
    const kept = readdirSync(at("lib")).filter((name) => name.includes(".before-"));
    expect(kept).toHaveLength(2);
    if (isRoot) spawnSync("chown", ["-R", "0:0", at("lib")]);
    const service = await latchkeyProcess(environment);
    expect(await labels(service.baseUrl)).toEqual(["Before"]);
    expect(readFileSync(at("lib", "data", "blobs", "a-blob"), "utf8")).toBe("bytes");
    await service.terminate();
  },
);

verifies("runtime:backup:command", "a damaged or incomplete backup changes nothing", async () => {
  writeFileSync(at("backup", "queue.sqlite"), "damaged");
  expect(run("restore", at("backup"))).toMatchObject({ status: 78, stderr: expect.stringContaining("is damaged") });
  expect(run("restore", at("safe"))).toMatchObject({ status: 78, stderr: expect.stringContaining("isn't a complete") });
  expect(existsSync(at("lib", "data.restoring"))).toBe(false);
});

if (isRoot)
  verifies("runtime:backup:command", "a backup by root belongs to root, not to the account of the service", () => {
    for (const path of [at("lib", "master.key"), at("lib", "data", "blobs", "a-blob")]) chownSync(path, 12_345, 12_345);
    const made = run("backup", at("by-root"), "--master-key", at("by-root.key"));
    expect([made.status, made.stderr]).toEqual([0, ""]);
    for (const path of [at("by-root.key"), at("by-root", "blobs", "a-blob"), at("by-root", "latchkey.sqlite")]) {
      const { mode, uid } = statSync(path);
      expect([path, mode & 0o777, uid]).toEqual([path, 0o600, 0]);
    }
    for (const path of [at("lib", "master.key"), at("lib", "data", "blobs", "a-blob")]) chownSync(path, 0, 0);
  });

if (isRoot)
  verifies("runtime:refuses:foreign-files", () => {
    chmodSync(folder, 0o755);
    for (const path of [at("lib"), at("lib", "data"), at("lib", "master.key")]) chownSync(path, 12_345, 12_345);
    const start = fileURLToPath(new URL("../../local-runtime/start.mjs", import.meta.url));
    const account = ["--reuid", "12345", "--regid", "12345", "--clear-groups", process.execPath, start];
    const { status, stderr } = spawnSync("setpriv", account, { env: environment, cwd: at("lib"), encoding: "utf8" });
    expect(stderr).toMatch(
      / belongs to user 0 \(mode 600\), but Latchkey runs as user 12345\. Run as root: chown -R 12345:12345 /,
    );
    expect(status).toBe(78);
  });

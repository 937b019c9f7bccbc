import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const START = new URL("../../sandbox/start.ts", import.meta.url).pathname;

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [START, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ready = once(child.stdout, "data").then(
    ([line]) => /^sandbox ready at (\S+) \(Admin API also at \S+\)\n$/.exec(String(line))?.[1] ?? "",
  );
  return Object.assign(child, { ready });
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "sandbox-cli-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test.each(["SIGTERM", "SIGINT"] as const)("the sandbox prints its address, and exits with 0 on %s", async (signal) => {
  const logs = folder();
  const child = start("--port", "0", "--admin-port", "0", "--log-dir", logs);
  const origin = await child.ready;
  expect((await fetch(`${origin}/fmi/data/vLatest/productInfo`)).status).toBe(200);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(readFileSync(join(logs, "fmdapi.log"), "utf8")).toContain("/fmi/data/vLatest/productInfo");
});

test("with --with-parent it exits when its standard input ends", async () => {
  const child = start("--admin-port", "0", "--with-parent");
  await child.ready;
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("the Admin API is served on a separate port too", async () => {
  const child = start("--admin-port", "0");
  const [line] = await once(child.stdout, "data");
  const [, admin] = /\(Admin API also at (\S+)\)/.exec(String(line)) ?? [];
  expect((await fetch(`${admin}/fmi/admin/api/v2/databases`)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("an admin port that is in use ends it with code 2", async () => {
  const first = start("--admin-port", "0");
  const taken = new URL(await first.ready).port;
  const second = start("--admin-port", taken);
  second.ready.catch(() => undefined);
  const [reported, [code]] = await Promise.all([text(second.stderr), once(second, "exit")]);
  expect(code).toBe(2);
  expect(reported).toContain("EADDRINUSE");
});

test("with --tls it serves with a certificate that clients can trust through its file", async () => {
  const certificate = join(folder(), "cert.pem");
  const child = start("--admin-port", "0", "--tls", "--cert-out", certificate);
  const { port } = new URL(await child.ready);
  const ca = readFileSync(certificate);
  for (const host of ["127.0.0.1", "localhost"]) {
    const body = await new Promise<string>((resolve, reject) => {
      get({ host, port, path: "/fmi/data/vLatest/productInfo", ca, family: 4 }, (response) => {
        text(response).then(resolve, reject);
      }).on("error", reject);
    });
    expect(body).toContain("FileMaker Data API Engine");
  }
  child.kill("SIGTERM");
  await once(child, "exit");
});

test.each([
  [["--port", "many"], "--port many is no port"],
  [["--port", "70000"], "--port 70000 is no port"],
  [["--admin-port=-1"], "--admin-port -1 is no port"],
  [["--speed", "9"], "--speed"],
  [["--world", "/nowhere.json"], "cannot read /nowhere.json"],
  [["--cert-out", "/tmp/x"], "--cert-out needs --tls"],
  [["--host", "256.0.0.1.invalid"], "256.0.0.1.invalid"],
])("%j exits with code 2 and says why", async (args, reason) => {
  const child = start(...args);
  child.ready.catch(() => undefined);
  const [reported, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(code).toBe(2);
  expect(reported).toContain(reason);
  expect(reported).toContain("usage:");
});

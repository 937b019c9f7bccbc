import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { packedCli } from "../../scripts/cli/packed-cli.ts";
import { inMemory } from "../support/in-memory.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const folder = mkdtempSync(join(inMemory(), "latchkey-packed-"));
const home = join(folder, "home");
mkdirSync(home);
await packedCli(join(folder, "package"));
// As npm publishes it, and as a developer installs it in an empty folder, without a registry.
const environment = { PATH: process.env.PATH ?? "", HOME: home, npm_config_cache: join(folder, "cache") };
execFileSync("npm", ["pack", "--silent", join(folder, "package")], { cwd: folder, env: environment });
const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
const empty = join(folder, "empty");
mkdirSync(empty);
execFileSync("npm", ["install", "--silent", "--offline", join("..", tarball)], { cwd: empty, env: environment });

const service = await testService();
const key = await service.anAdminKey();
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const program = join(empty, "node_modules/.bin/latchkey");
const latchkey = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [program, ...words], { cwd: empty, env: { ...environment, ...more } });

verifies("cli:package:alone", async () => {
  expect(tarball).toMatch(/^latchkey-cli-\d+\.\d+\.\d+\.tgz$/);
  expect(readdirSync(join(empty, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["latchkey-cli"]);
  const files = readdirSync(join(empty, "node_modules/latchkey-cli"), { recursive: true, withFileTypes: true });
  const bytes = files.reduce(
    (sum, file) => sum + (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0),
    0,
  );
  expect(bytes).toBeLessThanOrEqual(1_500_000);

  const inCi = { LATCHKEY_URL: `${service.baseUrl}/svc`, LATCHKEY_KEY: key };
  const { stdout } = await latchkey(["api", "keys", "list-admin-api-keys", "--json"], inCi);
  expect(Object.values(JSON.parse(stdout))[0]).toHaveLength(1);
  expect((await latchkey(["version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  await expect(latchkey(["keys", "list"])).rejects.toMatchObject({ code: 3 });
  await expect(latchkey(["nonsense"], inCi)).rejects.toMatchObject({ code: 2 });
});

verifies("cli:package:fast", () => {
  // CPU time: other work of the machine makes programs wait, but hardly use more of it.
  const timeOf = (words: readonly string[]): number => {
    const script = 'TIMEFORMAT="%3U %3S"; time "$0" "$@" >/dev/null';
    const { status, stderr } = spawnSync("bash", ["-c", script, process.execPath, ...words], {
      env: environment,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    const [user = 0, system = 0] = stderr.trim().split(" ").map(Number);
    return (user + system) * 1_000;
  };
  // In turns, and the fastest of each.
  const times = Array.from({ length: 15 }, () => [timeOf([program, "--help"]), timeOf(["-e", ""])] as const);
  const help = Math.min(...times.map(([time]) => time));
  const empty = Math.min(...times.map(([, time]) => time));
  expect(help / empty, `help ${help.toFixed(0)} ms, empty program ${empty.toFixed(0)} ms`).toBeLessThanOrEqual(1.5);
});

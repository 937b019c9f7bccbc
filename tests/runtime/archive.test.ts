import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, onTestFinished } from "vitest";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import release from "../../package.json" with { type: "json" };
import { startServer } from "../../sandbox/fmserver/server.ts";
import { archive, sourceMapArchive } from "../../scripts/release/archive.ts";
import { billOfMaterials } from "../../scripts/release/bill-of-materials.ts";
import { bundledProgram } from "../../scripts/release/bundled-program.ts";
import { platforms } from "../../scripts/release/platforms.ts";
import { readBack } from "../../scripts/release/read-back.ts";
import { call } from "../support/http/call.ts";
import { freePort } from "../support/http/free-port.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { processTraces } from "../support/programs/process-traces.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const platform = platforms.find(({ name }) => name === `${process.platform}-${process.arch}`);
if (platform === undefined) throw new Error("There is no archive for this machine.");
const at = new Date(Date.UTC(2026, 10, 20));
const folder = mkdtempSync(join(tmpdir(), "latchkey-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
const [older, newer] = ["1.0.0", "1.1.0"];
const bundled = await bundledProgram(join(folder, "program"));
const archivePath = await archive(platform, { version: older, at, bundled }, folder);

const fileMaker = await startServer();
afterAll(() => fileMaker.close());

/** Simulated machine in a folder: /opt, /var/lib, and a systemctl that starts and stops the only unit. */
const machine = { opt: join(folder, "opt"), lib: join(folder, "lib"), bin: join(folder, "bin") };
for (const each of Object.values(machine)) mkdirSync(each);
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const pidFile = join(folder, "pid");
writeFileSync(
  join(machine.bin, "systemctl"),
  `#!/bin/sh
case $1 in
  start)
    # What is started truncates it too, perhaps only after the first look into it: that would see the start before.
    : >${folder}/printed
    PORT=${port} FMS_URL=${fileMaker.origin} DATA_DIR=${machine.lib}/latchkey/data MASTER_KEY_FILE=${machine.lib}/latchkey/master.key \\
      ${machine.opt}/latchkey/latchkey >${folder}/printed 2>&1 &
    echo $! >${pidFile}
    until grep -q '^Latchkey ready' ${folder}/printed; do kill -0 "$(cat ${pidFile})" || exit 1; sleep 0.1; done ;;
  stop)
    kill "$(cat ${pidFile})"
    while kill -0 "$(cat ${pidFile})" 2>/dev/null; do sleep 0.1; done ;;
esac
`,
);
chmodSync(join(machine.bin, "systemctl"), 0o755);
afterAll(() => asRoot("systemctl stop latchkey"));

/** Runs lines of the guide on the machine. Only the archive's own Node and npm are on the path. */
async function asRoot(lines: string): Promise<void> {
  const here = lines.replaceAll("/opt", machine.opt).replaceAll("/var/lib", machine.lib);
  const tools = join(folder, "tools");
  const child = spawn("/bin/sh", ["-ec", here], {
    cwd: folder,
    stdio: "inherit",
    env: { PATH: `${machine.bin}:${tools}` },
  });
  const [code] = await once(child, "exit");
  expect(code, lines).toBe(0);
}
mkdirSync(join(folder, "tools"));
for (const tool of [
  "tar",
  "gzip",
  "ln",
  "cp",
  "mv",
  "mkdir",
  "sleep",
  "grep",
  "cat",
  "kill",
  "id",
  "sh",
  "readlink",
  "dirname",
])
  execFileSync("/bin/sh", ["-c", `ln -s "$(command -v ${tool})" ${join(folder, "tools", tool)} 2>/dev/null || true`]);

const guide = readFileSync(new URL("../../docs/guides/production.md", import.meta.url), "utf8");
const steps = (heading: string) =>
  new RegExp(`^## ${heading}$[\\s\\S]*?\`\`\`sh\\n([\\s\\S]*?)\`\`\``, "m").exec(guide)?.[1] ?? "";
const labels = async (): Promise<readonly string[]> => {
  const answer = await call(baseUrl, "GET", "/svc/api/api-key", { headers: { Authorization: adminAccount } });
  return answer.body.response["api-keys"]
    .map(({ label }: { readonly label: string }) => label)
    .filter((label: string) => !label.startsWith("Demo"));
};
const aKey = (label: string) =>
  call(baseUrl, "POST", "/svc/api/api-key", {
    headers: { Authorization: adminAccount },
    json: { databases: ["Contacts.fmp12"], label, user: "api", pass: "demo-pass" },
  });
const version = async () =>
  (await call(baseUrl, "GET", "/svc/api/info", { headers: { Authorization: adminAccount } })).body.response.service
    .version;

verifies("runtime:release:archive", async () => {
  expect((await readBack(platform, older, archivePath)).files).toBeLessThan(1_000);
  mkdirSync(join(machine.lib, "latchkey"));
  await asRoot(
    `tar -xzf ${archivePath} -C /opt && ln -sfn latchkey-${older} /opt/latchkey && systemctl start latchkey`,
  );
  const program = readlinkSync(`/proc/${readFileSync(pidFile, "utf8").trim()}/exe`);
  expect(program).toBe(join(machine.opt, `latchkey-${older}`, "node", platform.program));
  const { key } = (await aKey("Before")).body.response;
  expect(await call(baseUrl, "GET", recordsPath("Contacts.fmp12"), { key })).toSucceed();
  expect((await call(baseUrl, "GET", "/svc/console/")).text).toContain("<title>");
  expect((await call(baseUrl, "GET", "/svc/readyz")).status).toBe(200);
});

/** Folder without any settings except the port. */
const demoFolder = join(folder, "demo");
mkdirSync(demoFolder);
const withoutSettings = { cwd: demoFolder, env: { PATH: join(folder, "tools"), PORT: "0" } };
const latchkey = join(machine.opt, "latchkey/latchkey");

verifies("runtime:refuses:missing-server", "with an archive's command, and with npm start in it", () => {
  const program = join(machine.opt, "latchkey/local-runtime/start.mjs");
  for (const [command, ...more] of [[latchkey], [latchkey, "start"], [process.execPath, program, "demo-or-server"]]) {
    const { status, stdout, stderr } = spawnSync(String(command), more, { ...withoutSettings, encoding: "utf8" });
    expect([status, stdout]).toEqual([78, ""]);
    expect(stderr).toMatch(/^FMS_URL is missing\. Set it to the address .*, or start a demo with "latchkey demo"\.\n$/);
  }
  expect(readdirSync(demoFolder)).toEqual([]);
});

verifies("runtime:release:bundled", "latchkey demo starts all bundled programs", async () => {
  const child = spawn(latchkey, ["demo"], { ...withoutSettings, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  let demoUrl: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    demoUrl = /^Latchkey ready at (\S+)/.exec(line)?.[1];
    if (demoUrl !== undefined) break;
  }
  if (demoUrl === undefined) throw new Error("The demo ended before it was ready.");
  setImmediate(() => child.stdout.resume());
  const linked = async () =>
    (await call(demoUrl, "GET", "/svc/api/agents", { headers: { Authorization: adminAccount } })).body.response
      .agents[0]?.state;
  while ((await linked()) !== "linked") await pause(50);
  const started = String(Buffer.concat(Object.values(processTraces(child.pid as number))));
  expect(started).toContain(`${machine.opt}/latchkey-${older}/program/agent.mjs`);
  // The stand-in's title, like that of FileMaker Server's process, replaces its command line.
  expect(started).toContain("fmserverd");
  // The stand-in's tools.
  const fmsadmin = join(demoFolder, ".latchkey-demo/sandbox/Database Server/bin/fmsadmin");
  expect(execFileSync(fmsadmin, ["list", "files", "-u", "admin", "-p", "admin-pass"], { encoding: "utf8" })).toContain(
    "Contacts.fmp12",
  );
  // No one has signed in: the test checks that the call loads the function.
  const routes = readRouteTable(new URL("../../serverless.yml", import.meta.url));
  expect(routes.length).toBeGreaterThan(50);
  for (const { method, template } of routes)
    expect((await call(demoUrl, method, `/svc${template.replace(/\{.*?\}/g, "x")}`)).status, template).toBeLessThan(
      500,
    );
});

verifies("runtime:release:bundled", "bundled programs find every file that they name by a URL", () => {
  const home = join(machine.opt, "latchkey");
  const named = bundled
    .filter(({ path }) => path.endsWith(".mjs"))
    .flatMap(({ path }) => [...readFileSync(path, "utf8").matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)])
    .map(([, address = ""]) => address);
  expect(named).toContain("./work-thread.mjs");
  const missing = named.filter((address) => !existsSync(join(home, "program", address)));
  // Node creates its compile cache at the first start.
  expect(missing.filter((address) => !address.includes("/.cache/"))).toEqual([]);
});

verifies("runtime:release:archive", "it has no sources, source maps or packages", () => {
  const home = join(machine.opt, `latchkey-${older}`);
  const files = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith(".cache/"));
  expect(files).toContain("program/check-data.mjs");
  expect(files.filter((name) => /\.(?:ts|map)$|node_modules/.test(name))).toEqual([]);
  const sizeBytes = files.reduce((sum, name) => sum + statSync(join(home, name)).size, 0);
  expect(sizeBytes).toBeLessThan(155_000_000);
});

verifies("runtime:release:archive", "its source maps are an archive of their own", () => {
  const names = execFileSync("tar", ["-tzf", sourceMapArchive({ version: older, at, bundled }, folder)], {
    encoding: "utf8",
  });
  expect(names).toContain(`latchkey-${older}/program/service.mjs.map\n`);
});

verifies("runtime:release:bundled", "commands on the data run from the archive", async () => {
  const env = {
    PATH: join(folder, "tools"),
    FMS_URL: fileMaker.origin,
    PORT: String(port),
    DATA_DIR: join(machine.lib, "latchkey/data"),
    MASTER_KEY_FILE: join(machine.lib, "latchkey/master.key"),
  };
  const run = (...words: readonly string[]) => spawnSync(latchkey, words, { cwd: folder, env, encoding: "utf8" });
  const printedBy = (...words: readonly string[]) => {
    const { stdout, stderr } = run(...words);
    return stdout + stderr;
  };
  const data = join(folder, "copied");
  for (const [words, printed] of [
    [["health"], /^The service responds at /],
    [["sign-in-code"], /^\S+\nThe code works once/],
    [["rotate-fingerprint-secret"], /^New secret for ids: version 2\./],
    [["backup", data, "--master-key", join(folder, "copied.key")], /has the data of Latchkey /],
    [["check-data"], /the master key matches the data/],
    [["agent", "doctor"], /./],
    [["restore-offsite", "--help"], /bucket/],
    [["import-otto"], /Usage: latchkey import-otto URL/],
  ] as const)
    expect([words, printedBy(...words)]).toEqual([words, expect.stringMatching(printed)]);
  const restored = {
    ...env,
    DATA_DIR: join(folder, "restored"),
    MASTER_KEY_FILE: join(folder, "restored.key"),
  };
  const there = spawnSync(latchkey, ["restore", data, "--master-key", join(folder, "copied.key")], {
    cwd: folder,
    env: restored,
    encoding: "utf8",
  });
  expect([there.status, there.stderr]).toEqual([0, ""]);
  expect(there.stdout).toContain("the master key matches the data");
  const rotated = spawnSync(latchkey, ["rotate-master-key"], { cwd: folder, env: restored, encoding: "utf8" });
  expect(rotated.stdout).toContain("has a new master key");
});

verifies("runtime:release:upgrade", async () => {
  // The next version: the same with another number, and the Node of the previous one.
  const home = join(folder, `latchkey-${newer}`);
  cpSync(join(machine.opt, `latchkey-${older}`), home, {
    recursive: true,
    filter: (source) => !source.endsWith("/node"),
  });
  symlinkSync(`../latchkey-${older}/node`, join(home, "node"));
  const description = join(home, "package.json");
  writeFileSync(description, JSON.stringify({ ...JSON.parse(readFileSync(description, "utf8")), version: newer }));
  for (const name of bundled.map(({ name }) => join(home, name)).filter((name) => name.endsWith(".mjs")))
    writeFileSync(name, readFileSync(name, "utf8").replaceAll(`version: "${release.version}"`, `version: "${newer}"`));
  execFileSync("tar", ["-czf", `latchkey-${newer}-linux-x64.tar.gz`, `latchkey-${newer}`], { cwd: folder });
  const present = await version();

  await asRoot(steps("Upgrade"));
  expect([await version(), await labels()]).toEqual([newer, ["Before"]]);
  await aKey("Since");
  expect(await labels()).toHaveLength(2);

  await asRoot(steps("Go back"));
  expect([await version(), await labels()]).toEqual([present, ["Before"]]);
});

/** Returns the names of all packages in the bundle, which names the file of each module above it. */
function bundledPackages(program: string): readonly string[] {
  const texts = readdirSync(program)
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFileSync(join(program, name), "utf8"));
  const files = texts.flatMap((text) =>
    [...text.matchAll(/^\/\/ (node_modules\/\S+)$/gm)].map(([, file = ""]) => file),
  );
  const names = new Set(files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file));
  expect(names.size).toBeGreaterThan(50);
  return [...names].map((name) => name.replace("@", "%40"));
}

verifies("runtime:release:bill", () => {
  const bill = JSON.parse(billOfMaterials(platform, older, at));
  expect([bill.bomFormat, bill.metadata.component.name]).toEqual(["CycloneDX", "latchkey"]);
  const listed = bill.components.map(({ purl }: { readonly purl: string }) => purl);
  expect(listed).toContain(`pkg:npm/${platform.node.package}@${platform.node.version}`);
  for (const name of bundledPackages(join(folder, "program")))
    expect(
      listed.some((purl: string) => purl.startsWith(`pkg:npm/${name}@`)),
      name,
    ).toBe(true);
  expect(listed.some((purl: string) => purl.startsWith("pkg:npm/vitest@"))).toBe(false);
});

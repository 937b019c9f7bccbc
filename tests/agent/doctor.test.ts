import { execFile } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect } from "vitest";
import { accountFinding } from "../../local-agent/doctor/account-findings.ts";
import { findings } from "../../local-agent/doctor/doctor.ts";
import { readWritePaths, unitObstacle } from "../../local-agent/doctor/folder-findings.ts";
import { missingRemedy } from "../../local-agent/doctor/tool-findings.ts";
import { hostAt } from "../../local-agent/host.ts";
import { enroll } from "../../local-agent/link/enroll.ts";
import { keepIdentity, readIdentity } from "../../local-agent/link/identity.ts";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { mayMount, readOnlyDisk } from "../support/small-disk.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anAgent, anEnrollmentCode } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));
const failed = async (now = Date.now()) =>
  (await findings({ host: hostAt(host.path), folder: host.folder, adminAddress: service.sandbox.origin, now })).filter(
    ({ state }) => state === "failed",
  );

verifies("agent:doctor:remedies", async () => {
  const words = [program, "doctor", "--folder", host.folder, "--server-path", host.path];
  const ended = await promisify(execFile)(process.execPath, words, { env: compiledCode }).catch(
    (thrown: unknown) => thrown,
  );
  expect(ended).toMatchObject({ code: 1 });
  const { stdout } = ended as { readonly stdout: string };
  expect(stdout).toMatch(/^failed {2}fmsadmin is missing\.\n {8}Install FileMaker Server/m);
  expect(stdout).toContain("No agent is enrolled in");
  for (const text of (await failed()).map(({ remedy }) => remedy)) expect(text).toBeTruthy();
});

verifies("agent:doctor:remedies", "a host with everything in place passes, and a wrong clock fails", async () => {
  host.fmsadmin("");
  // The files that FileMaker Server hosts are on this host.
  service.sandbox.world.definition.server.databaseFolder = `filelinux:${host.path}/Data/Databases/`;
  const code = await anEnrollmentCode(service);
  await enroll({ address: `${service.baseUrl}/svc`, code, name: "host", folder: host.folder });
  expect(await failed()).toEqual([]);
  const [clock] = await failed(Date.now() + 600_000);
  expect(clock?.text).toMatch(/^The clocks differ: .* here, .* there\.$/);
});

describe.runIf(mayMount)("with a folder on a disk that the agent can only read", () => {
  const disk = join(host.path, "..", "fmbackup");
  const { folders } = service.sandbox.world.server.settings;
  const { backupPath } = folders;
  afterAll(() => {
    folders.backupPath = backupPath;
  });

  verifies("agent:doctor:folders", async () => {
    mkdirSync(disk);
    folders.backupPath = `filelinux:${disk}/`;
    const about = async () =>
      (
        await findings({
          ...{ host: hostAt(host.path), folder: host.folder },
          ...{ adminAddress: service.sandbox.origin, now: Date.now() },
        })
      ).find(({ text }) => text.includes(disk));
    expect(await about()).toMatchObject({ state: "ok", text: expect.stringContaining(`${disk}, has `) });
    const unmount = readOnlyDisk(disk);
    try {
      expect(await about()).toMatchObject({
        state: "warning",
        text: `Can't write to the folder for backups, ${disk}.`,
        remedy: expect.stringContaining("latchkey agent allow-folders"),
      });
    } finally {
      unmount();
    }
  });
});

verifies("agent:doctor:folders", "latchkey-agent folders prints them, one per line", async () => {
  const words = [program, "folders", "--folder", host.folder];
  const env = { FMS_ADMIN_URL: service.sandbox.origin };
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  const lines = stdout.split("\n").slice(0, -1);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^\/./);
});

verifies("agent:doctor:remedies", "an unreachable service is named", async () => {
  const identity = readIdentity(host.folder);
  if (identity === undefined) throw new Error("No agent was enrolled");
  keepIdentity(host.folder, { ...identity, linkAddress: "ws://127.0.0.1:1/svc/agent" });
  expect((await failed())[0]?.text).toMatch(/^Can.t reach the service at http:\/\/127\.0\.0\.1:1/);
});

verifies("agent:doctor:first-day", async () => {
  const [fresh, more] = [aHost(), aHost()];
  const agent = await anAgent(service, fresh);
  const { settings } = service.sandbox.world.server;
  settings.additionalFolder.UseOtherDatabaseRoot = true;
  settings.additionalFolder.DatabaseRootPath = "filelinux:/nowhere/Databases/";
  fresh.fmsadmin(`console.log("Version 18.0.1")`);
  fresh.write(
    "Database Server/bin/FMDeveloperTool",
    "#!/bin/sh\necho libz.so.9: error while loading shared libraries: libz.so.9: x >&2; exit 127",
  );
  chmodSync(join(fresh.path, "Database Server/bin/FMDeveloperTool"), 0o755);
  const examined = {
    ...{ host: hostAt(fresh.path), folder: fresh.folder, adminAddress: service.sandbox.origin },
    now: service.clock.now(),
  };
  const found = await findings(examined);
  const of = (check: string) => found.filter((finding) => finding.check === check);
  for (const check of ["server_key", "admin_api_databases", "admin_api_schedules", "admin_api_sessions", "web_server"])
    expect(of(check), check).toEqual([expect.objectContaining({ state: "ok" })]);
  expect(of("web_server_websocket")[0]).toMatchObject({ state: "ok" });
  expect(of("tool_fmsadmin")[0]?.text).toMatch(/^fmsadmin has version 18\.0\.1, and FileMaker Server \d+/);
  expect(of("tool_FMDeveloperTool")[0]?.text).toBe("FMDeveloperTool doesn't start: the library libz.so.9 is missing.");
  expect(of("folder").find(({ text }) => text.includes("/nowhere/Databases"))).toMatchObject({
    state: "failed",
    remedy: expect.stringContaining("its disk is mounted"),
  });
  expect(of("log_Event.log")[0]).toMatchObject({ state: "ok" });
  for (const { state, remedy, text } of found) expect(state === "ok" || remedy, text).toBeTruthy();

  const { databases } = service.sandbox.world.definition;
  expect(databases.length).toBeGreaterThan(0);
  // A server that doesn't know this host's key: what needs it is unknown, and nothing is reported as good.
  const unknown = await findings({ ...examined, folder: more.folder });
  expect(unknown.filter(({ check }) => check.startsWith("admin_api"))).toEqual([]);
  await agent.stop();
  settings.additionalFolder.UseOtherDatabaseRoot = false;
  fresh.remove();
  more.remove();
});

verifies("agent:doctor:first-day", "with --json for programs", async () => {
  const words = [program, "doctor", "--json", "--folder", host.folder, "--server-path", host.path];
  const ended = await promisify(execFile)(process.execPath, words, { env: {} }).catch((thrown: unknown) => thrown);
  const { findings: list } = JSON.parse((ended as { readonly stdout: string }).stdout);
  for (const finding of list)
    expect(finding).toMatchObject({
      check: expect.any(String),
      state: expect.stringMatching(/^(?:ok|warning|failed|unknown)$/),
    });
  expect(list.length).toBeGreaterThan(15);
});

verifies("agent:doctor:first-day", "the results of another account than the agent's are rejected", async () => {
  const owner = process.getuid?.() ?? 0;
  expect(await accountFinding(host.folder, owner + 1)).toMatchObject({
    state: "failed",
    remedy: expect.stringContaining(`sudo -u '#${owner}'`),
  });
});

verifies("agent:doctor:first-day", "the unit's limits apply, although doctor doesn't run in the unit", () => {
  const unit = (paths: string) => `LoadState=loaded\nProtectSystem=strict\nReadWritePaths=${paths}\n`;
  const own = "/opt/FileMaker/FileMaker\\x20Server";
  expect(readWritePaths(unit(own))).toEqual(["/opt/FileMaker/FileMaker Server"]);
  expect(readWritePaths(unit(`"/opt/FileMaker/FileMaker Server" -/fmdata`))).toEqual([
    "/opt/FileMaker/FileMaker Server",
    "/fmdata",
  ]);
  const none = "LoadState=not-found\nProtectSystem=no\nReadWritePaths=\n";
  expect(readWritePaths(`${none}\n${unit("/opt/x")}`)).toEqual(["/opt/x"]);
  expect(readWritePaths("LoadState=not-found\nProtectSystem=no\nReadWritePaths=\n")).toBeUndefined();
  expect(unitObstacle("/fmdata/Databases", ["/opt/x"])).toContain('ReadWritePaths="/fmdata/Databases"');
  expect(unitObstacle("/fmdata/Databases", ["/opt/x", "/fmdata"])).toBeUndefined();
});

verifies("agent:doctor:first-day", "a missing tool's remedy depends on the server's version", () => {
  expect(missingRemedy("FMDataMigration", "20.3.1")).toContain("Download it from Claris for version 20.3.1");
  expect(missingRemedy("FMUpgradeTool", "21.1.5")).toContain("from version 22");
  expect(missingRemedy("FMDataMigration", "22.0.4")).toContain("Install FileMaker Server with its tools");
});

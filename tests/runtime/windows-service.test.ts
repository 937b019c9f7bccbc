import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";
import { platforms } from "../../scripts/release/platforms.ts";
import { canBuildInstaller, installerSource } from "../../scripts/release/windows/installer.ts";
import { canBuildServiceHost, serviceHost } from "../../scripts/release/windows/service-host.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

// Nobody has run these on Windows. Wine ran the service host with a stand-in for Node (docs/guides/production.md).
const [windows] = platforms.filter(({ name }) => name === "win-x64");
if (windows === undefined) throw new Error("no platform");
const source = readFileSync(new URL("../../install/windows/latchkey-service.c", import.meta.url), "utf8");
const names = ["latchkey-service.exe", "latchkey.cmd", `node/${windows.program}`, "program/health.mjs"];

function laidOut() {
  const folder = scratchFolder();
  const files = [...names, "local-runtime/start.mjs", "host/latchkey-agent.mjs"].map((name) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name);
    return { name, path };
  });
  return { folder, files };
}

verifies(
  "runtime:windows:service",
  "the host runs files of the archive, and closes the folder of keys to other accounts",
  () => {
    const text = source.replaceAll("\\\\", "/");
    for (const name of [
      `node/${windows.program}`,
      "program/health.mjs",
      "local-runtime/start.mjs",
      "host/latchkey-agent.mjs",
    ])
      expect(text).toContain(`%ls/${name}`);
    // Protected: nothing is inherited. System, administrators, and LOCAL SERVICE with changes only.
    expect(source).toContain('L"D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;LS)"');
    expect(source).toContain('L"NT AUTHORITY\\\\LocalService"');
  },
);

describe.runIf(canBuildServiceHost())("with the compiler for Windows", () => {
  verifies("runtime:windows:service", "the host is a program for 64-bit Windows, with the same bytes each time", () => {
    const [one, other] = [serviceHost(scratchFolder()), serviceHost(scratchFolder())].map(({ path }) =>
      readFileSync(path),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
    const header = one?.readUInt32LE(0x3c) ?? 0;
    expect([one?.toString("latin1", 0, 2), one?.readUInt16LE(header + 4)]).toEqual(["MZ", 0x8664]);
  });
});

verifies("runtime:windows:installer", "files keep their component in every version", () => {
  const { files } = laidOut();
  const components = (version: string) =>
    [...installerSource(files, version).matchAll(/<Component Id="\w+" Guid="([^"]+)"/g)].map(([, guid = ""]) => guid);
  expect(new Set(components("1.2.3")).size).toBe(files.length);
  expect(components("1.2.4")).toEqual(components("1.2.3"));
  for (const guid of components("1.2.3")) expect(guid).toMatch(/^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
  expect(() => installerSource(files.slice(1), "1.2.3")).toThrow("latchkey-service.exe");
});

const canReadInstaller = spawnSync("msiinfo", ["--version"], { stdio: "ignore" }).status === 0;
describe.runIf(canBuildInstaller() && canReadInstaller)("with wixl and msitools", () => {
  verifies("runtime:windows:installer", () => {
    const { folder, files } = laidOut();
    writeFileSync(join(folder, "latchkey.wxs"), installerSource(files, "1.2.3"));
    const path = join(folder, "latchkey.msi");
    execFileSync("wixl", ["--arch", "x64", "--output", path, join(folder, "latchkey.wxs")], { stdio: "pipe" });
    const table = (name: string) => execFileSync("msiinfo", ["export", path, name], { encoding: "utf8" });
    const lines = (name: string) => table(name).trim().split(/\r?\n/).slice(3);
    expect(lines("File")).toHaveLength(files.length);
    expect(lines("ServiceInstall")).toHaveLength(1);
    expect(lines("ServiceInstall")[0]).toMatch(
      /\tLatchkey\tLatchkey\t16\t2\t\d+\t.*NT AUTHORITY\\LocalService.*\trun service\t/,
    );
    // Stopped by an installation and an uninstallation (2 and 32), and deleted by an uninstallation (128).
    expect(lines("ServiceControl")[0]).toMatch(/\tLatchkey\t162\t/);
    expect(table("Property")).toContain("ProductVersion\t1.2.3");
    expect(execFileSync("msiextract", ["--list", path], { encoding: "utf8" })).toContain("Latchkey/node/bin/node.exe");
  });
});

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect } from "vitest";
import { debianPackages } from "../../scripts/release/debian/packages.ts";
import { launcherCommands } from "../../scripts/release/launcher-commands.ts";
import { platforms } from "../../scripts/release/platforms.ts";
import { verifies } from "../support/verifies.ts";

// What the packages do when they are installed is in tests/installed. Here is what is in them: dpkg-deb is replaced by a program that keeps
// the tree, because packing Node takes longer than all other tests of this folder.
const folder = mkdtempSync(join(tmpdir(), "latchkey-packages-"));
const path = process.env.PATH;
afterAll(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});
mkdirSync(join(folder, "bin"));
const tool = join(folder, "bin/dpkg-deb");
writeFileSync(
  tool,
  `#!/bin/sh
while [ $# -gt 2 ]; do shift; done
mv "$1" "$2"
[ -n "$SOURCE_DATE_EPOCH" ]
`,
);
chmodSync(tool, 0o755);
process.env.PATH = `${join(folder, "bin")}:${path}`;

const [platform] = platforms.filter(({ name }) => name === "linux-x64");
if (platform === undefined) throw new Error("no platform");
const programs = launcherCommands.flatMap(({ place }) => /program\/\S+/.exec(place ?? "")?.[0] ?? []);
const bundled = [...programs, "host/latchkey-agent.mjs", "host/restore.mjs", "program/service.mjs"].map((name) => {
  const file = join(folder, "bundle", name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, name);
  return { name, path: file };
});
const console = join(import.meta.dirname, "../../console/dist");
const hadConsole = existsSync(console);
mkdirSync(console, { recursive: true });
afterAll(() => {
  if (!hadConsole) rmSync(console, { recursive: true });
});
const packages = new Map(
  debianPackages(platform, { version: "1.2.3", at: new Date(Date.UTC(2026, 10, 20)), bundled }, folder).map((tree) => [
    basename(tree),
    tree,
  ]),
);
const treeOf = (name: string) => packages.get(name) ?? "";
const filesOf = (name: string) =>
  readdirSync(treeOf(name), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(treeOf(name).length + 1));
const [node, service, agent] = [
  "latchkey-node_1.2.3_amd64.deb",
  "latchkey_1.2.3_all.deb",
  "latchkey-agent_1.2.3_all.deb",
];

verifies("runtime:release:packages", "each file is in one package, and every command finds its program", () => {
  expect([...packages.keys()]).toEqual([node, service, agent]);
  const files = [node, service, agent].flatMap(filesOf).filter((name) => !/^(?:DEBIAN|usr\/share\/doc)\//.test(name));
  expect(files.filter((name, position) => files.indexOf(name) !== position)).toEqual([]);
  for (const { name, place } of launcherCommands)
    for (const [file] of (place ?? "").matchAll(/(?:program|host|local-runtime)\/\S+/g))
      expect([name, files.includes(`usr/lib/latchkey/${file}`)]).toEqual([name, true]);
  for (const file of ["usr/bin/latchkey", "usr/lib/latchkey/install/agent-unit.sh", "usr/lib/latchkey/node/bin/node"])
    expect(filesOf(node)).toContain(file);
});

verifies("runtime:release:packages", "the units run what the packages contain", () => {
  for (const [name, unit] of [
    [service, "latchkey.service"],
    [agent, "latchkey-agent.service"],
  ] as const) {
    const text = readFileSync(join(treeOf(name), "usr/lib/systemd/system", unit), "utf8");
    expect(text).not.toContain("/opt/latchkey");
    const files = [...filesOf(node), ...filesOf(name)];
    const named = [...text.matchAll(/\/usr\/lib\/latchkey\/\S+/g)]
      .map(([file]) => file.slice(1))
      // The copy of links that the service's package makes.
      .filter((file) => file !== "usr/lib/latchkey/running");
    expect(named.length).toBeGreaterThan(1);
    for (const file of named) expect(files).toContain(file);
  }
});

verifies(
  "runtime:release:packages",
  "Node is configured before the others are unpacked, and upgrades don't ask about the settings",
  () => {
    const control = (name: string) => readFileSync(join(treeOf(name), "DEBIAN/control"), "utf8");
    for (const name of [service, agent]) expect(control(name)).toMatch(/^Pre-Depends: latchkey-node \(>= 1\.2\.3\)$/m);
    expect(control(node)).toMatch(/^Architecture: amd64$/m);
    expect(readFileSync(join(treeOf(service), "DEBIAN/conffiles"), "utf8")).toBe("/etc/latchkey/settings\n");
    expect(statSync(join(treeOf(service), "etc/latchkey/settings")).mode & 0o777).toBe(0o640);
    for (const line of readFileSync(join(treeOf(service), "etc/latchkey/settings"), "utf8")
      .trim()
      .split("\n"))
      expect(line).toMatch(/^#/);
    for (const name of [service, agent])
      for (const script of ["preinst", "postinst", "prerm", "postrm"]) {
        const file = join(treeOf(name), "DEBIAN", script);
        execFileSync("/bin/sh", ["-n", file]);
        expect(statSync(file).mode & 0o777).toBe(0o755);
      }
  },
);

verifies("runtime:release:packages", "other systems have none", () => {
  const [windows] = platforms.filter(({ name }) => name === "win-x64");
  if (windows === undefined) throw new Error("no platform");
  expect(debianPackages(windows, { version: "1.2.3", at: new Date(), bundled: [] }, folder)).toEqual([]);
});

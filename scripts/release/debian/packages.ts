import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { layOut, type Release } from "../archive.ts";
import type { Platform } from "../platforms.ts";
import type { ShippedFile } from "../shipped-files.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const home = "usr/lib/latchkey";

/** Debian package of a release. */
interface DebianPackage {
  readonly name: "latchkey-node" | "latchkey" | "latchkey-agent";
  /** True if the package is the same for all processors: only Node differs. */
  readonly isForEveryProcessor: boolean;
  readonly summary: string;
  readonly depends: (version: string) => string;
  readonly has: (file: string) => boolean;
  /** Unit in `install`, and the paths in it that are replaced. */
  readonly unit?: { readonly file: string; readonly paths: readonly (readonly [string, string])[] };
}

/** Unpacked and configured before the program: a newer Node and launcher run an older program, never the other way. */
const preDepends = (version: string) => `Pre-Depends: latchkey-node (>= ${version})`;

const packages: readonly DebianPackage[] = [
  {
    name: "latchkey-node",
    isForEveryProcessor: false,
    summary: "Node.js and the latchkey command, for latchkey and latchkey-agent",
    depends: () => "Depends: libc6 (>= 2.28), libstdc++6",
    has: (file) =>
      /^(?:node\/|latchkey$|package\.json$|install\/(?:uninstall|agent-unit)\.sh$|host\/restore\.mjs$)/.test(file),
  },
  {
    name: "latchkey",
    isForEveryProcessor: true,
    summary: "Key-based access and management for FileMaker Server",
    depends: (version) => `${preDepends(version)}\nDepends: passwd`,
    has: (file) => /^(?:program|console|local-runtime|sandbox)\/|^install\/[^/]*\.(?:conf|config)$/.test(file),
    unit: {
      file: "latchkey.service",
      paths: [
        // A copy of links that postinst makes.
        ["WorkingDirectory=/opt/latchkey", `WorkingDirectory=/${home}/running`],
        ["/opt/latchkey", `/${home}`],
      ],
    },
  },
  {
    name: "latchkey-agent",
    isForEveryProcessor: true,
    summary: "Latchkey's agent for the machine of FileMaker Server",
    depends: (version) => `${preDepends(version)}\nDepends: passwd`,
    has: (file) => file === "host/latchkey-agent.mjs",
    unit: {
      file: "latchkey-agent.service",
      paths: [
        ["/opt/latchkey-agent/node", `/${home}/node/bin/node`],
        ["/opt/latchkey-agent/latchkey-agent.mjs", `/${home}/host/latchkey-agent.mjs`],
      ],
    },
  },
];

/** One thread: several would split the data by the number of processors of this machine. */
const packing = ["--root-owner-group", "-Zxz", "-z1", "--threads-max=1"];

const debianProcessors: Readonly<Record<string, string>> = { "linux-x64": "amd64", "linux-arm64": "arm64" };

/**
 * Builds the Debian packages of a platform in a folder and returns their paths. Empty for other systems than Linux. Packages for every
 * processor contain the same bytes for each platform. Needs dpkg-deb.
 */
export function debianPackages(platform: Platform, release: Release, folder: string): readonly string[] {
  const processor = debianProcessors[platform.name];
  if (processor === undefined) return [];
  const workshop = mkdtempSync(join(folder, ".debian-"));
  try {
    const files = layOut(join(workshop, "files"), platform, release, workshop);
    return packages.map((each) => {
      const tree = join(workshop, each.name);
      const architecture = each.isForEveryProcessor ? "all" : processor;
      layOutPackage(each, files, tree);
      describe(each, release.version, architecture, tree);
      const path = join(folder, `${each.name}_${release.version}_${architecture}.deb`);
      // dpkg-deb sets the time of every newer file to this one: the same sources produce the same bytes.
      const env = { ...process.env, SOURCE_DATE_EPOCH: String(release.at.getTime() / 1000) };
      execFileSync("dpkg-deb", [...packing, "--build", tree, path], { env, stdio: "pipe" });
      return path;
    });
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

function layOutPackage({ name, has, unit }: DebianPackage, files: readonly ShippedFile[], tree: string): void {
  for (const file of files.filter((each) => has(each.name))) {
    const isProgram = (statSync(file.path).mode & 0o100) !== 0;
    copied(file.path, join(tree, home, file.name), isProgram ? 0o755 : 0o644);
  }
  for (const [file, as] of [
    ["LICENSE", "copyright"],
    ["CHANGELOG.md", "CHANGELOG.md"],
  ] as const)
    copied(join(root, file), join(tree, "usr/share/doc", name, as), 0o644);
  if (name === "latchkey-node") {
    mkdirSync(join(tree, "usr/bin"), { recursive: true });
    symlinkSync("../lib/latchkey/latchkey", join(tree, "usr/bin/latchkey"));
  }
  if (name === "latchkey") copied(join(root, "install/settings"), join(tree, "etc/latchkey/settings"), 0o640);
  if (unit !== undefined) written(join(tree, "usr/lib/systemd/system", unit.file), unitText(unit), 0o644);
  for (const folder of foldersIn(tree)) chmodSync(folder, 0o755);
}

/** Returns the unit for the package's paths, without the comments on an installation by hand. @throws Error if a path isn't in it */
function unitText({ file, paths }: NonNullable<DebianPackage["unit"]>): string {
  const text = readFileSync(join(root, "install", file), "utf8");
  const [, unit = ""] = /(?:^#.*\n)*([\s\S]*)/.exec(text) ?? [];
  return paths.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`install/${file} doesn't name ${from}.`);
    return changed.replaceAll(from, to);
  }, unit);
}

function describe(each: DebianPackage, version: string, architecture: string, tree: string): void {
  const control = join(tree, "DEBIAN");
  const sizes = execFileSync("du", ["-sk", "--apparent-size", tree], { encoding: "utf8" });
  written(
    join(control, "control"),
    `Package: ${each.name}
Version: ${version}
Architecture: ${architecture}
Maintainer: Latchkey <latchkey@localhost>
Installed-Size: ${sizes.split("\t")[0]}
${each.depends(version)}
Section: net
Priority: optional
Description: ${each.summary}
`,
    0o644,
  );
  if (each.name === "latchkey") written(join(control, "conffiles"), "/etc/latchkey/settings\n", 0o644);
  for (const script of ["preinst", "postinst", "prerm", "postrm"]) {
    if (each.unit === undefined) continue;
    copied(join(root, "install/debian", `${each.name}.${script}`), join(control, script), 0o755);
  }
  chmodSync(control, 0o755);
}

/** Copies instead of linking: the mode of the project's file stays. */
function copied(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
}

function written(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

function foldersIn(folder: string): readonly string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
}

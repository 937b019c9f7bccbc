import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Files of an archive that aren't bundled: all programs and packages are in `program`. The sandbox reads its world from a file. */
const shipped = [
  ...["local-runtime/start.mjs", "sandbox/worlds/demo.json", ":(glob)install/*", ":(exclude)install/install.sh"],
  ...["README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md"],
];

/** File of an archive, by its path below the archive's folder, with slashes. */
export interface ShippedFile {
  readonly name: string;
  /** Path on this machine. */
  readonly path: string;
}

/** Returns the files for every platform: ours from git, and the built console. */
export function shippedFiles(): readonly ShippedFile[] {
  const own = execFileSync("git", ["ls-files", "-z", "--", ...shipped], { cwd: root, encoding: "utf8" });
  const names = own.split("\0").filter((name) => name !== "");
  const files = [...names.map((name) => join(root, name)), ...filesIn(join(root, "console/dist"))];
  return files.map((path) => ({ name: relative(root, path).replaceAll("\\", "/"), path }));
}

/** Package that is bundled for every platform. */
interface RunningPackage {
  readonly name: string;
  readonly version: string;
  /** Path below the project's folder. */
  readonly folder: string;
}

/** Package as the lockfile describes it, without unused fields. */
interface LockedPackage {
  readonly version: string;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Dependencies that only the console's build needs. An archive contains the built console instead. */
const consolePackages =
  /^(?:@base-ui\/|@tailwindcss\/|@tanstack\/|@tiptap\/|@vitejs\/|lucide-react$|react$|react-dom$|react-hook-form$|tailwindcss$|tus-js-client$|vite$)/;

/** Returns the packages that the service, the agent and the sandbox need on every platform, with all that those depend on. */
export function runningPackages(): readonly RunningPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = new Map<string, RunningPackage>();
  const add = (name: string, dependent: string): void => {
    const folder = folderOf(name, dependent, packages);
    const { version, optional, devOptional, dependencies } = packages[folder] as LockedPackage;
    if (found.has(folder) || optional || devOptional) return;
    found.set(folder, { name, version, folder });
    for (const each of Object.keys(dependencies ?? {})) add(each, folder);
  };
  const own = Object.keys(packages[""]?.dependencies ?? {}).filter((name) => !consolePackages.test(name));
  for (const name of own) add(name, "");
  return [...found.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** Returns the folder in which Node finds a package that is imported from `dependent`. */
function folderOf(name: string, dependent: string, packages: Readonly<Record<string, LockedPackage>>): string {
  const folder = [dependent, "node_modules", name].filter((part) => part !== "").join("/");
  if (packages[folder] !== undefined) return folder;
  if (dependent === "") throw new Error(`The lockfile has no ${name}`);
  return folderOf(name, dependent.slice(0, Math.max(0, dependent.lastIndexOf("node_modules/") - 1)), packages);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

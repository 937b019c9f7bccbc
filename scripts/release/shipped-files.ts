import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What runs on one machine, and what is read beside it. Tests, measurements and the sources of the console stay out. */
const shipped = [
  ...["functions", "local-agent", "local-runtime", "sandbox", "shared", "docs", "install"],
  ...["scripts/rotate-fingerprint-secret.ts", "scripts/deployment"],
  ...["package.json", "serverless.yml", "README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md"],
];
/** Maps and types are for developers of a package. */
const forDevelopers = /\.(?:map|d\.[cm]?ts|tsbuildinfo)$/;

/** A file of an archive, by its path below the archive's folder, with slashes. */
export interface ShippedFile {
  readonly name: string;
  /** Where it lies here. */
  readonly path: string;
}

/** The files that every platform gets: our own as git has them, the built console, and the packages that run. */
export function shippedFiles(): readonly ShippedFile[] {
  const own = execFileSync("git", ["ls-files", "-z", "--", ...shipped], { cwd: root, encoding: "utf8" });
  const names = own.split("\0").filter((name) => name !== "");
  const packages = runningPackages().flatMap(({ folder }) =>
    filesIn(join(root, folder), (name) => !forDevelopers.test(name)),
  );
  const files = [...names.map((name) => join(root, name)), ...filesIn(join(root, "console/dist")), ...packages];
  return files.map((path) => ({ name: relative(root, path).replaceAll("\\", "/"), path }));
}

/** A package that runs on every platform. */
interface RunningPackage {
  readonly name: string;
  readonly version: string;
  /** Where it lies, below the project's folder. */
  readonly folder: string;
}

/** A package as the lockfile has it, as far as it matters here. */
interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/** The packages of the lockfile that are neither for development nor for some platforms only. */
export function runningPackages(): readonly RunningPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([folder, { dev, optional, devOptional }]) => folder !== "" && !dev && !optional && !devOptional)
    .map(([folder, { version }]) => ({ folder, version, name: folder.split("node_modules/").at(-1) ?? folder }));
}

/** All files below a folder, those of packages within packages left out: the lockfile names them themselves. */
function filesIn(folder: string, isShipped: (name: string) => boolean = () => true): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesIn(path, isShipped);
    return entry.isFile() && isShipped(entry.name) ? [path] : [];
  });
}

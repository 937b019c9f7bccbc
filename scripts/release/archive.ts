import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { zipBytes } from "#shared/zip/zip-stream.ts";
import { launcher } from "./launchers.ts";
import { nodeProgram } from "./node-program.ts";
import type { Platform } from "./platforms.ts";
import { type ShippedFile, shippedFiles } from "./shipped-files.ts";
import { canBuildServiceHost, serviceHost } from "./windows/service-host.ts";

/** Contents of every archive of a release. */
export interface Release {
  readonly version: string;
  /** Timestamp of all files in an archive: the same sources produce the same bytes. */
  readonly at: Date;
  /** Bundled files: the programs of the database host, and those of this machine. */
  readonly bundled: readonly ShippedFile[];
}

/** Builds the archive of a platform in a folder and returns its path. Deletes its temporary files. */
export async function archive(platform: Platform, release: Release, folder: string): Promise<string> {
  const workshop = mkdtempSync(join(folder, ".release-"));
  try {
    const name = `latchkey-${release.version}`;
    const files = layOut(join(workshop, name), platform, release, workshop);
    const path = join(folder, `${name}-${platform.name}.${platform.format}`);
    if (platform.format === "zip") await zipped(files, release.at, name, path);
    else tarred(workshop, name, release.at, path);
    return path;
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

/** Puts all files of the archive in place. Downloads are stored in `workshop`. */
export function layOut(
  home: string,
  platform: Platform,
  { bundled, version }: Release,
  workshop: string,
): readonly ShippedFile[] {
  const { name, text } = launcher(platform);
  const programs = bundled.filter((file) => !isSourceMap(file));
  const host = platform.format === "zip" && canBuildServiceHost() ? [serviceHost(workshop)] : [];
  const files = [...shippedFiles(), ...programs, ...nodeProgram(platform, workshop), ...host];
  for (const file of files) {
    const target = join(home, file.name);
    mkdirSync(dirname(target), { recursive: true });
    linkOrCopy(file.path, target);
  }
  writeFileSync(join(home, name), text);
  chmodSync(join(home, name), 0o755);
  writeFileSync(
    join(home, "package.json"),
    `${JSON.stringify({ name: "latchkey", version, private: true }, null, 2)}\n`,
  );
  return [...files, { name, path: "" }, { name: "package.json", path: "" }]
    .map((file) => ({ name: file.name, path: join(home, file.name) }))
    .sort(byName);
}

/**
 * Builds the archive of the source maps, which is the same for every platform, and returns its path. Unpacked over an installation, it lets
 * `NODE_OPTIONS=--enable-source-maps` show names of source files.
 */
export function sourceMapArchive({ version, at, bundled }: Release, folder: string): string {
  const workshop = mkdtempSync(join(folder, ".release-"));
  try {
    const name = `latchkey-${version}`;
    for (const file of bundled.filter(isSourceMap)) {
      const target = join(workshop, name, file.name);
      mkdirSync(dirname(target), { recursive: true });
      linkOrCopy(file.path, target);
    }
    const path = join(folder, `${name}-source-maps.tar.gz`);
    tarred(workshop, name, at, path);
    return path;
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

const isSourceMap = ({ name }: ShippedFile) => name.endsWith(".map");

/** Links the file if it is on the same disk, so that no byte is written twice. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function byName(one: ShippedFile, other: ShippedFile): number {
  return one.name < other.name ? -1 : 1;
}

function tarred(folder: string, name: string, at: Date, path: string): void {
  const reproducible = [
    "--sort=name",
    `--mtime=@${at.getTime() / 1000}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u+rwX,go+rX,go-w",
  ];
  execFileSync("tar", [...reproducible, "--use-compress-program=gzip -6n", "-cf", path, "-C", folder, name]);
}

async function zipped(files: readonly ShippedFile[], modifiedAt: Date, name: string, path: string): Promise<void> {
  const entries = files.map((file) => ({
    name: `${name}/${file.name}`,
    modifiedAt,
    sizeBytes: statSync(file.path).size,
    bytes: () => createReadStream(file.path) as AsyncIterable<Buffer>,
  }));
  await pipeline(Readable.from(zipBytes(entries, { level: 6 })), createWriteStream(path));
}

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Signer } from "../signing.ts";

const processors = ["amd64", "arm64"];
const suite = "stable";
const component = "main";

/**
 * Adds packages to the apt repository in a folder, which can be copied to any web server as it is, and writes its lists again. Packages of
 * earlier versions stay installable. Without a signer, apt refuses the repository. Needs dpkg-deb.
 */
export function aptRepository(packages: readonly string[], at: Date, folder: string, signer: Signer | undefined): void {
  const pool = join(folder, "pool");
  const lists = join(folder, "dists", suite);
  mkdirSync(pool, { recursive: true });
  rmSync(lists, { recursive: true, force: true });
  for (const path of packages) copyFileSync(path, join(pool, basename(path)));
  const described = readdirSync(pool)
    .filter((name) => name.endsWith(".deb"))
    .sort()
    .map((name) => ({ name, text: description(folder, `pool/${name}`) }));
  const written = processors.flatMap((processor) => {
    const text = described
      .filter(({ name }) => name.endsWith(`_${processor}.deb`) || name.endsWith("_all.deb"))
      .map(({ text }) => text)
      .join("\n");
    const place = `${component}/binary-${processor}`;
    mkdirSync(join(lists, place), { recursive: true });
    return [
      [`${place}/Packages`, Buffer.from(text)] as const,
      [`${place}/Packages.gz`, gzipSync(text, { level: 9 })] as const,
    ];
  });
  for (const [name, bytes] of written) writeFileSync(join(lists, name), bytes);
  writeFileSync(join(lists, "Release"), releaseText(written, at));
  for (const name of ["InRelease", "../../latchkey.gpg"]) rmSync(join(lists, name), { force: true });
  if (signer === undefined) return;
  signer.signClear(join(lists, "Release"), join(lists, "InRelease"));
  writeFileSync(join(folder, "latchkey.gpg"), signer.publicKey);
}

/** Returns a package's entry in a list: its own fields, and its place, size and checksum. */
function description(folder: string, name: string): string {
  const path = join(folder, name);
  const fields = execFileSync("dpkg-deb", ["--field", path], { encoding: "utf8" }).trimEnd();
  return `${fields}\nFilename: ${name}\nSize: ${statSync(path).size}\nSHA256: ${sha256(readFileSync(path))}\n`;
}

function releaseText(files: readonly (readonly [string, Buffer])[], at: Date): string {
  const sums = files.map(([name, bytes]) => ` ${sha256(bytes)} ${bytes.length} ${name}`);
  return [
    "Origin: Latchkey",
    "Label: Latchkey",
    `Suite: ${suite}`,
    `Codename: ${suite}`,
    `Date: ${at.toUTCString()}`,
    `Architectures: ${processors.join(" ")}`,
    `Components: ${component}`,
    "SHA256:",
    ...sums,
    "",
  ].join("\n");
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

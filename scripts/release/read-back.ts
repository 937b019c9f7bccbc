import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readZip, unzipFile } from "../../local-agent/zip/read-zip.ts";
import { launcher } from "./launchers.ts";
import { nodeFolder } from "./node-program.ts";
import type { Platform } from "./platforms.ts";

/** Contents found in an archive. */
export interface ReadBack {
  readonly files: number;
  readonly sizeBytes: number;
}

/** Reads an archive as its user would, and checks that its Node is for the platform. @throws Error if something is missing or different */
export async function readBack(platform: Platform, version: string, path: string): Promise<ReadBack> {
  const home = `latchkey-${version}`;
  const program = `${home}/${nodeFolder}/${platform.program}`;
  const folder = mkdtempSync(`${path}-`);
  try {
    const names = platform.format === "zip" ? await unzipped(path, program, folder) : untarred(path, program, folder);
    for (const name of [launcher(platform).name, "console/dist/index.html", "program/service.mjs"]
      .map((file) => `${home}/${file}`)
      .concat(program))
      if (!names.includes(name)) throw new Error(`${path} has no ${name}.`);
    const unwanted = names.find((name) => /\.(?:ts|map)$|\/node_modules\//.test(name));
    if (unwanted !== undefined)
      throw new Error(`${path} has ${unwanted}: an archive has no sources, source maps or packages.`);
    const digits = beginning(join(folder, "program"), platform.magic.length / 2);
    if (!new RegExp(`^${platform.magic}`).test(digits))
      throw new Error(`${program} is not a program for ${platform.name}.`);
    return { files: names.length, sizeBytes: statSync(path).size };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function untarred(path: string, program: string, folder: string): readonly string[] {
  const names = execFileSync("tar", ["-tzf", path], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .trim()
    .split("\n");
  const file = openSync(join(folder, "program"), "w");
  execFileSync("tar", ["-xzOf", path, program], { stdio: ["ignore", file, "inherit"] });
  closeSync(file);
  return names;
}

async function unzipped(path: string, program: string, folder: string): Promise<readonly string[]> {
  const files = await readZip(path, {});
  const node = files.find(({ name }) => name === program);
  if (node !== undefined) await unzipFile(path, node, join(folder, "program"), new AbortController().signal);
  return files.map(({ name }) => name);
}

function beginning(path: string, length: number): string {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, "r");
  readSync(file, bytes, 0, length, 0);
  closeSync(file);
  return bytes.toString("hex");
}

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ContentCoding } from "#shared/http/content-coding.ts";
import type { ConsoleBuildProgress } from "./console-build.ts";
import { consoleContentType } from "./console-headers.ts";

/** File of the built console. */
export interface ConsoleFile {
  readonly bytes: Buffer;
  /** The same bytes compressed, smallest first. Brotli if the build made it. */
  readonly packed: ReadonlyMap<ContentCoding, Buffer>;
  readonly contentType: string;
  readonly etag: string;
}

/** The built console on disk. */
export interface ConsoleFiles {
  /** Returns undefined for names that aren't part of the build. */
  read(name: string): Promise<ConsoleFile | undefined>;
  /** Undefined unless the console is being built. */
  buildProgress(): ConsoleBuildProgress | undefined;
}

/** Reads files from the build folder, cached until the build changes. */
export function consoleFiles(
  folder: string,
  buildProgress: () => ConsoleBuildProgress | undefined = () => undefined,
): ConsoleFiles {
  let build:
    | { readonly at: number; readonly names: ReadonlySet<string>; readonly read: Map<string, ConsoleFile> }
    | undefined;

  /** Lists the build's files. Only these are read, so that no name leads out of the folder. */
  const present = async () => {
    const at = (await stat(join(folder, "index.html")).catch(absent))?.mtimeMs;
    if (at === undefined) return undefined;
    if (build?.at === at) return build;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      )
      .filter((name) => consoleContentType(name) !== undefined && !name.startsWith("."));
    build = { at, names: new Set(names), read: new Map() };
    return build;
  };

  return {
    buildProgress,
    async read(name) {
      const { names, read } = (await present()) ?? {};
      if (names === undefined || read === undefined || !names.has(name)) return undefined;
      const file = read.get(name) ?? (await readOne(join(folder, name)));
      read.set(name, file);
      return file;
    },
  };
}

async function readOne(path: string): Promise<ConsoleFile> {
  const bytes = await readFile(path);
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const brotli = await readFile(`${path}.br`).catch(absent);
  const packed = new Map<ContentCoding, Buffer>([
    ...(brotli === undefined ? [] : [["br", brotli] as const]),
    ["gzip", await promisify(gzip)(bytes, { level: 9 })] as const,
  ]);
  return { bytes, packed, contentType: consoleContentType(path) ?? "application/octet-stream", etag };
}

function absent(thrown: NodeJS.ErrnoException): undefined {
  if (thrown.code !== "ENOENT") throw thrown;
}

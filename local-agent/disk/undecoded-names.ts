import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";

/** True if names can consist of any bytes; other systems store them as Unicode. */
const hasNamesOfBytes = process.platform === "linux";

/** Prefix of the two digits of a byte that isn't UTF-8. */
const mark = "\u{fffd}";
const marked = new RegExp(`${mark}([89A-F][0-9A-F])`);

/**
 * Returns a name or path as text. A byte that isn't UTF-8 is written as U+FFFD and its two digits, so that different names stay different.
 */
export function nameText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at);
    text +=
      length > 0 ? bytes.toString("utf8", at, at + length) : mark + bytes.toString("hex", at, at + 1).toUpperCase();
    at += length || 1;
  }
  return text;
}

/**
 * Returns the form for file system calls of a path whose names were read by `nameText`. Text that `nameText` can't produce stays as it is,
 * so that no name has a second spelling which checks by name would miss.
 */
export function systemPath(path: string): string | Buffer {
  if (!hasNamesOfBytes || !path.includes(mark)) return path;
  const parts = path.split(marked).map((part, index) => Buffer.from(part, index % 2 === 0 ? "utf8" : "hex"));
  const bytes = Buffer.concat(parts);
  return nameText(bytes) === path ? bytes : path;
}

/** Folder entry whose name can contain any bytes. */
export type NamedEntry = Pick<Dirent, "name" | "isFile" | "isDirectory" | "isSymbolicLink" | "isFIFO" | "isSocket">;

/** Yields the entries of a folder. */
export async function* entriesIn(path: string): AsyncGenerator<NamedEntry> {
  const options = { bufferSize: 256, ...(hasNamesOfBytes && { encoding: "buffer" as BufferEncoding }) };
  for await (const entry of await opendir(systemPath(path) as string, options)) {
    const { name } = entry as { readonly name: string | Buffer };
    if (typeof name !== "string") entry.name = nameText(name);
    yield entry;
  }
}

export async function namesIn(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of entriesIn(path)) names.push(name);
  return names;
}

/** Returns the number of bytes of the character that begins here; 0 if none does. */
function lengthAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

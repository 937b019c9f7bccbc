import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";

/** Only there are names bytes of any kind; other systems keep them as Unicode. */
const hasNamesOfBytes = process.platform === "linux";

/** What stands before the two digits of a byte that is not UTF-8. */
const mark = "\u{fffd}";
const marked = new RegExp(`${mark}([89A-F][0-9A-F])`);

/** A name or path as text. A byte that is not UTF-8 is written as U+FFFD and its two digits, so that no two names become one. */
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
 * What calls of the file system take for a path whose names were read by `nameText`. A text that would not be read from those bytes
 * stays as it is: no name has a second spelling that a check by name would not know.
 */
export function systemPath(path: string): string | Buffer {
  if (!hasNamesOfBytes || !path.includes(mark)) return path;
  const parts = path.split(marked).map((part, index) => Buffer.from(part, index % 2 === 0 ? "utf8" : "hex"));
  const bytes = Buffer.concat(parts);
  return nameText(bytes) === path ? bytes : path;
}

/** An entry of a folder, whatever bytes its name is made of. */
export type NamedEntry = Pick<Dirent, "name" | "isFile" | "isDirectory" | "isSymbolicLink" | "isFIFO" | "isSocket">;

/** The entries of a folder. */
export async function* entriesIn(path: string): AsyncGenerator<NamedEntry> {
  const options = { bufferSize: 256, ...(hasNamesOfBytes && { encoding: "buffer" as BufferEncoding }) };
  for await (const entry of await opendir(systemPath(path) as string, options)) {
    const { name } = entry as { readonly name: string | Buffer };
    if (typeof name !== "string") entry.name = nameText(name);
    yield entry;
  }
}

/** The names of a folder's entries. */
export async function namesIn(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of entriesIn(path)) names.push(name);
  return names;
}

/** How many bytes the character that begins here has; 0 where none does. */
function lengthAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

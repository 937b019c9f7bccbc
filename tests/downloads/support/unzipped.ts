import { open } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";

const endMark = 0x06054b50;

/** Returns the files of a zip by name, read from its central directory as any program would. */
export async function unzipped(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const handle = await open(path, "r");
  const zip = await handle.readFile().finally(() => handle.close());
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== endMark) end -= 1;
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameBytes] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameBytes);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    files.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : Buffer.from(bytes));
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

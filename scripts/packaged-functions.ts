import { readdirSync, readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

/** File in a function's zip. */
export interface PackedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Function as it is uploaded. */
export interface PackagedFunction {
  readonly name: string;
  readonly zipBytes: number;
  readonly files: readonly PackedFile[];
}

/** Returns the functions that the last `npm run package` left in `.serverless`. */
export function packagedFunctions(folder = new URL("../.serverless/", import.meta.url)): readonly PackagedFunction[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".zip"))
    .map((file) => file.slice(0, -".zip".length))
    .sort()
    .map((name) => {
      const zip = readFileSync(new URL(`${name}.zip`, folder));
      return { name, zipBytes: zip.length, files: filesOf(zip) };
    });
}

const endOfDirectory = 0x06_05_4b_50;
const directoryEntry = 0x02_01_4b_50;

/** Returns the files in a zip by its central directory. Our zips are small and don't need 64-bit fields. */
function filesOf(zip: Buffer): readonly PackedFile[] {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endOfDirectory) end -= 1;
  if (end < 0) throw new Error("This is not a zip archive.");
  const files: PackedFile[] = [];
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === directoryEntry) {
    const method = zip.readUInt16LE(at + 10);
    const packedBytes = zip.readUInt32LE(at + 20);
    const nameBytes = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + packedBytes);
    files.push({
      name: zip.toString("utf8", at + 46, at + 46 + nameBytes),
      content: method === 0 ? packed : inflateRawSync(packed),
    });
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

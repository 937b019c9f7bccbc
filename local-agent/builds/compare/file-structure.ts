import { createReadStream } from "node:fs";
import { type FileStructure, structureReader } from "./structure-reader.ts";

const chunkBytes = 262_144;

/** Byte order marks of UTF-16, which the tool writes before version 26. Newer versions write UTF-8. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** Reads the structure from a file written by `--saveAsXML`, in chunks, because it can be several gigabytes in size. @throws Refused */
export async function fileStructure(path: string, signal: AbortSignal): Promise<FileStructure> {
  const reader = structureReader();
  let decode: ((bytes: Buffer) => string) | undefined;
  for await (const bytes of createReadStream(path, { highWaterMark: chunkBytes, signal })) {
    decode ??= decoderOf(bytes);
    reader.write(decode(bytes));
  }
  return reader.end();
}

function decoderOf(first: Buffer): (bytes: Buffer) => string {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => first[at] === byte));
  const decoder = new TextDecoder(mark?.encoding ?? "utf-8");
  return (bytes) => decoder.decode(bytes, { stream: true });
}

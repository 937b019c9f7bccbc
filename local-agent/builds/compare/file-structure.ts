import { createReadStream } from "node:fs";
import { type FileStructure, structureReader } from "./structure-reader.ts";

const chunkBytes = 262_144;

/** Before version 26 the tool writes UTF-16, from then on UTF-8: the first bytes say which. */
const marks = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** What a file written by `--saveAsXML` names. It is read piece by piece: some are several gigabytes long. @throws Refused */
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

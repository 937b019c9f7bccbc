import { open } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import { Refused } from "../refused.ts";
import { readZip } from "../zip/read-zip.ts";
import { hashesOf } from "./packed-recording.ts";
import { Manifest, recordingFormat } from "./recording.ts";

const maxFileBytes = 16 * 1024 * 1024;
const localHeaderBytes = 30;

/** Prints all that a recording contains, so that its owner can read it before anyone else does. @throws Refused if it isn't one */
export async function* shownRecording(path: string): AsyncGenerator<string> {
  const files = await unpackedRecording(path);
  const manifest = Manifest.safeParse(JSON.parse(files.get("manifest.json") ?? "{}"));
  if (!manifest.success) throw new Refused("failed", `${path} is not a recording`);
  const { hashes, server, system, steps, skipped } = manifest.data;
  const others = new Map([...files].filter(([name]) => name !== "manifest.json"));
  const seen = hashesOf(others);
  const changed = [...new Set([...Object.keys(hashes), ...Object.keys(seen)])].filter(
    (name) => hashes[name] !== seen[name],
  );
  yield `Recording of FileMaker Server ${server.version} on ${system.platform}, with ${steps.length} steps.\n`;
  yield `${Object.keys(skipped).length} steps were skipped.\n`;
  if (changed.length > 0) yield `Changed after the recording: ${changed.join(", ")}.\n`;
  for (const [name, text] of files) yield `\n== ${name}\n${text}`;
}

/** Returns the files of a recording's zip by their names. @throws Refused if it is damaged */
export async function unpackedRecording(path: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readZip(path, {});
  const handle = await open(path);
  const files = new Map<string, string>();
  try {
    for (const { name, offset, packedBytes, isDeflated, sizeBytes } of entries) {
      if (sizeBytes > maxFileBytes) throw new Refused("failed", `${name} is larger than any part of a recording`);
      const header = Buffer.alloc(localHeaderBytes);
      await handle.read(header, 0, header.length, offset);
      const start = offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
      const packed = Buffer.alloc(packedBytes);
      await handle.read(packed, 0, packed.length, start);
      const bytes = isDeflated ? inflateRawSync(packed, { maxOutputLength: maxFileBytes }) : packed;
      files.set(name.replace(`${recordingFormat}/`, ""), bytes.toString("utf8"));
    }
  } finally {
    await handle.close();
  }
  return files;
}

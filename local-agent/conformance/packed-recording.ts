import { createHash } from "node:crypto";
import { zipBytes } from "#shared/zip/zip-stream.ts";
import { recordingFormat } from "./recording.ts";

/** Returns the SHA-256 of each file in hexadecimal. */
export function hashesOf(files: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...files].map(([name, text]) => [name, createHash("sha256").update(text).digest("hex")]));
}

/** Returns the zip of a recording. Its times are those of the format, so they say nothing about the recording. */
export async function packedRecording(files: ReadonlyMap<string, string>): Promise<Buffer> {
  const modifiedAt = new Date(Date.UTC(2026, 0, 1));
  const entries = [...files].map(([name, text]) => {
    const bytes = Buffer.from(text);
    return {
      name: `${recordingFormat}/${name}`,
      modifiedAt,
      sizeBytes: bytes.length,
      bytes: async function* () {
        yield bytes;
      },
    };
  });
  const parts: Buffer[] = [];
  for await (const part of zipBytes(entries, { level: 6 })) parts.push(part);
  return Buffer.concat(parts);
}

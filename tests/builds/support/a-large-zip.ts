import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { centralRecord, dataDescriptor, ending, localHeader } from "#shared/zip/zip-records.ts";

/** More than four bytes can hold. */
const sizeBytes = 4_500_000_000;

/**
 * Writes a zip with one stored file of 4.5 GB over another file. The content is a sparse gap, so it takes hardly any disk space. Returns
 * the zip's length.
 */
export function writeLargeZip(path: string, name: string): number {
  const entry = {
    ...{ name, modifiedAt: new Date("2026-11-20T09:00:00Z"), isDeflated: false },
    ...{ crc32: 0, sizeBytes, packedBytes: sizeBytes, offset: 0 },
  };
  const head = localHeader(entry);
  const descriptor = dataDescriptor(entry);
  const directory = centralRecord(entry);
  const directoryOffset = head.length + sizeBytes + descriptor.length;
  const file = openSync(path, "w");
  writeSync(file, head, 0, head.length, 0);
  const tail = Buffer.concat([descriptor, directory, ending(1, directory.length, directoryOffset)]);
  writeSync(file, tail, 0, tail.length, head.length + sizeBytes);
  closeSync(file);
  return statSync(path).size;
}

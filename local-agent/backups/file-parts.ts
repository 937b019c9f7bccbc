import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { PartBody } from "#shared/s3/store-client.ts";
import { Refused } from "../refused.ts";
import { fileHash } from "./file-hash.ts";

/** What a part is at least. Stores take 10,000 of them, some only equal ones. */
const leastPartBytes = 16 * 1024 * 1024;
const mostParts = 9_000;
/** Read and hashed at a stretch: what is on its way has to go on meanwhile. */
const stretchBytes = 4 * 1024 * 1024;

/** Whether a file of this size goes in parts. */
export function goesInParts(sizeBytes: number): boolean {
  return sizeBytes > leastPartBytes;
}

/** A part of a file, ready to be sent. */
export interface FilePart {
  readonly sizeBytes: number;
  readonly sent: PartBody;
}

interface FilePartsOptions {
  readonly file: FileHandle;
  readonly path: string;
  readonly sizeBytes: number;
  /** Whether the store compares CRC32, not SHA-256. */
  readonly checksums: boolean;
  /** Longer parts are not held in memory: they are read once for what the store compares, which is sent before them, and again while they are sent. */
  readonly heldBytes: number | undefined;
}

/** The parts of a file. They are read one after the other, so that the whole is hashed in its order. */
export function fileParts({ file, path, sizeBytes, checksums, heldBytes = leastPartBytes }: FilePartsOptions) {
  const partBytes = Math.max(leastPartBytes, Math.ceil(sizeBytes / mostParts));
  const isHeld = partBytes <= heldBytes;
  const whole = fileHash(sizeBytes);
  let reading: Promise<unknown> = Promise.resolve();

  const stretches = async function* (offset: number, length: number, into: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < length; at += stretchBytes) {
      const begin = isHeld ? at : 0;
      const space = into.subarray(begin, begin + Math.min(stretchBytes, length - at));
      yield await readInto(space, file, path, offset + at);
    }
  };

  /** Reads a part. What it answers is ready when the part was hashed, while the next one is read. */
  const read = async (index: number, into: Buffer): Promise<{ readonly ready: Promise<FilePart> }> => {
    const offset = index * partBytes;
    const length = Math.min(partBytes, sizeBytes - offset);
    const hash = checksums || isHeld ? undefined : createHash("sha256");
    let hashed: Promise<number> | undefined;
    for await (const stretch of stretches(offset, length, into)) {
      hash?.update(stretch);
      hashed = whole.add(stretch, hashed === undefined);
      // Said where it is waited for.
      hashed.catch(() => undefined);
      // The next one is read into the same memory.
      if (!isHeld) await hashed;
    }
    const part = async (): Promise<FilePart> => {
      const crc = (await hashed) ?? 0;
      if (isHeld) {
        const body = into.subarray(0, length);
        return { sizeBytes: length, sent: checksums ? { body, crc } : { body } };
      }
      const body = { sizeBytes: length, pieces: () => stretches(offset, length, into) };
      return { sizeBytes: length, sent: hash === undefined ? { body, crc } : { body, sha256: hash.digest("hex") } };
    };
    return { ready: part() };
  };

  return {
    count: Math.ceil(sizeBytes / partBytes),

    /** Memory that one part at a time is read into. */
    memory: () => whole.memory(isHeld ? partBytes : stretchBytes),

    /** The next part. @param into its memory, until it was sent @throws Refused for a file that has changed */
    next(index: number, into: Buffer): Promise<FilePart> {
      const begun = reading.then(() => read(index, into));
      reading = begun;
      return begun.then(({ ready }) => ready);
    },

    /** Of the whole file, in hexadecimal digits, once all parts were read. */
    sha256: whole.sha256,

    /** Nothing is read any more. */
    close: whole.close,
  };
}

/** @throws Refused for a file that has changed */
export async function readInto(buffer: Buffer, file: FileHandle, path: string, offset: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
  if (bytesRead !== buffer.length) throw new Refused("changed", `${path} has become shorter`);
  return buffer;
}

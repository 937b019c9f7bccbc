import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { PartBody } from "#shared/s3/store-client.ts";
import { Refused } from "../refused.ts";
import { fileHash } from "./file-hash.ts";

/** Minimum part size in bytes. Stores accept 10,000 parts, and some require equal sizes. */
const leastPartBytes = 16 * 1024 * 1024;
const maxParts = 9_000;
/** Bytes to read and hash at once, so that transfers in progress can continue in between. */
const stretchBytes = 4 * 1024 * 1024;

/** True if a file of this size is sent in parts. */
export function goesInParts(sizeBytes: number): boolean {
  return sizeBytes > leastPartBytes;
}

/** Part of a file, ready to be sent. */
export interface FilePart {
  readonly sizeBytes: number;
  readonly sent: PartBody;
}

interface FilePartsOptions {
  readonly file: FileHandle;
  readonly path: string;
  readonly sizeBytes: number;
  /** True if the store checks CRC32 instead of SHA-256. */
  readonly checksums: boolean;
  /**
   * Maximum part size in bytes that is kept in memory. Longer parts are read twice: for the checksum that is sent first, and while they are
   * sent.
   */
  readonly heldBytes: number | undefined;
}

/** Reads a file in parts, one after another, so that the whole file is hashed in order. */
export function fileParts({ file, path, sizeBytes, checksums, heldBytes = leastPartBytes }: FilePartsOptions) {
  const partBytes = Math.max(leastPartBytes, Math.ceil(sizeBytes / maxParts));
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

  /** Reads a part. The result is ready once the part is hashed, while the next one is read. */
  const read = async (index: number, into: Buffer): Promise<{ readonly ready: Promise<FilePart> }> => {
    const offset = index * partBytes;
    const length = Math.min(partBytes, sizeBytes - offset);
    const hashes = checksums || isHeld ? undefined : { sha256: createHash("sha256"), md5: createHash("md5") };
    let hashed: Promise<number> | undefined;
    for await (const stretch of stretches(offset, length, into)) {
      hashes?.sha256.update(stretch);
      hashes?.md5.update(stretch);
      hashed = whole.add(stretch, hashed === undefined);
      // Reported where it is awaited.
      hashed.catch(() => undefined);
      // The next part is read into the same memory.
      if (!isHeld) await hashed;
    }
    const part = async (): Promise<FilePart> => {
      const crc = (await hashed) ?? 0;
      if (isHeld) {
        const body = into.subarray(0, length);
        return { sizeBytes: length, sent: checksums ? { body, crc } : { body } };
      }
      const body = { sizeBytes: length, pieces: () => stretches(offset, length, into) };
      if (hashes === undefined) return { sizeBytes: length, sent: { body, crc } };
      const [sha256, md5] = [hashes.sha256.digest("hex"), hashes.md5.digest("base64")];
      return { sizeBytes: length, sent: { body, sha256, md5 } };
    };
    return { ready: part() };
  };

  return {
    count: Math.ceil(sizeBytes / partBytes),

    /** Memory for one part at a time. */
    memory: () => whole.memory(isHeld ? partBytes : stretchBytes),

    /**
     * Reads the next part.
     * @param into the part's memory, in use until it is sent
     * @throws Refused for a file that has changed
     */
    next(index: number, into: Buffer): Promise<FilePart> {
      const begun = reading.then(() => read(index, into));
      reading = begun;
      return begun.then(({ ready }) => ready);
    },

    /** Returns the SHA-256 of the whole file in hexadecimal digits, once all parts have been read. */
    sha256: whole.sha256,

    /** Ends the hashing. Nothing can be read afterward. */
    close: whole.close,
  };
}

/** @throws Refused for a file that has changed */
export async function readInto(buffer: Buffer, file: FileHandle, path: string, offset: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
  if (bytesRead !== buffer.length) throw new Refused("changed", `${path} is shorter than before`);
  return buffer;
}

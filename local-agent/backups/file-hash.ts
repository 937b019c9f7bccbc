import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { collectUncounted } from "#shared/node/heap.ts";
import { sharedMemory } from "#shared/ports/bytes/shared-memory.ts";
import { type WorkThread, workThread } from "../thread/work-thread.ts";

/** Minimum bytes for using a thread: starting one costs as much as hashing and sending that many bytes. */
const leastForThread = 64 * 1024 * 1024;

/** Hashes a file, whose bytes must be added in order. */
export interface FileHash {
  /** Returns memory for the next bytes. */
  memory(bytes: number): Buffer;
  /** Returns the CRC32 of the part so far. The bytes must not change until then. */
  add(bytes: Buffer, beginsPart: boolean): Promise<number>;
  /** Returns the SHA-256 of all bytes in hexadecimal digits. */
  sha256(): Promise<string>;
  close(): Promise<void>;
}

/** Creates the hash of a file. Large files are hashed in a thread while this one sends bytes that were hashed before. */
export function fileHash(sizeBytes: number): FileHash {
  return sizeBytes < leastForThread ? hashHere() : hashInThread();
}

function hashHere(): FileHash {
  const whole = createHash("sha256");
  let crc = 0;
  return {
    memory: (bytes) => Buffer.allocUnsafeSlow(bytes),
    async add(bytes, beginsPart) {
      whole.update(bytes);
      crc = crc32(bytes, beginsPart ? 0 : crc);
      return crc;
    },
    sha256: async () => whole.digest("hex"),
    close: async () => undefined,
  };
}

function hashInThread(): FileHash {
  let thread: WorkThread | undefined;
  const asked = () => {
    thread ??= workThread();
    return thread;
  };
  return {
    memory: sharedMemory,
    async add({ buffer, byteOffset, length }, beginsPart) {
      if (!(buffer instanceof SharedArrayBuffer)) throw new Error("A thread can only access its own memory");
      return asked().ask({ hash: { bytes: new Uint8Array(buffer, byteOffset, length), beginsPart } });
    },
    sha256: () => asked().ask({ digest: "sha256" }),
    async close() {
      await thread?.close();
      await collectUncounted();
    },
  };
}

import { crc32 } from "node:zlib";
import { sealContents, type UnsealedPack } from "#shared/blocks/pack.ts";
import { buffersCollected } from "#shared/node/heap.ts";
import { type WorkThread, workThread } from "../thread/work-thread.ts";

/** Minimum bytes for using a thread: starting one costs as much as sealing that many bytes. */
const leastForThread = 8 * 1024 * 1024;

/** Seals contents of packs. Large amounts are sealed in a thread, while this one reads ahead and sends what was sealed before. */
export interface PackSealer {
  /** @throws Error if a content doesn't open as it was sealed */
  seal(unsealed: UnsealedPack): Promise<void>;
  /** Returns the CRC32 of a whole pack. */
  crc32(bytes: Buffer): Promise<number>;
  /** Ends its thread. Nothing can be sealed or sent afterward. */
  close(): Promise<void>;
}

export function packSealer(): PackSealer {
  const collected = buffersCollected();
  let thread: WorkThread | undefined;
  let sealedBytes = 0;
  return {
    async seal(unsealed) {
      const { pack, key, bytes, contents } = unsealed;
      sealedBytes += contents.reduce((sum, { length }) => sum + length, 0);
      const { buffer, byteOffset, length } = bytes;
      if (sealedBytes < leastForThread || !(buffer instanceof SharedArrayBuffer))
        return sealContents(unsealed, collected);
      thread ??= workThread();
      await thread.ask({
        seal: {
          ...{ pack, key: key.key, bound: Uint8Array.from(key.bound) },
          bytes: new Uint8Array(buffer, byteOffset, length),
          contents: contents.map(({ id, ...part }) => ({ id: id.toString("hex"), ...part })),
        },
      });
    },
    async crc32(bytes) {
      const { buffer, byteOffset, length } = bytes;
      return thread === undefined || !(buffer instanceof SharedArrayBuffer)
        ? crc32(bytes)
        : thread.ask({ crc32: new Uint8Array(buffer, byteOffset, length) });
    },
    async close() {
      await thread?.close();
    },
  };
}

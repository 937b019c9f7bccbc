import { pipeline, type Transform, type Writable } from "node:stream";
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import type { ContentCoding } from "./content-coding.ts";

/** How much work is put into it (docs/decisions/0034-responses-are-compressed-unless-they-contain-secrets.md has CPU and bytes of each). */
export const compressionLevels: Readonly<Record<ContentCoding, number>> = { zstd: 3, br: 4, gzip: 6 };

interface Compressor {
  whole(bytes: Uint8Array, level: number): Buffer;
  /** What is written comes out with the write, however little it is. */
  stream(level: number): Transform;
}

const compressors: Readonly<Record<ContentCoding, Compressor>> = {
  zstd: {
    whole: (bytes, level) => zstdCompressSync(bytes, zstdAt(level)),
    stream: (level) => createZstdCompress({ ...zstdAt(level), flush: constants.ZSTD_e_flush }),
  },
  br: {
    whole: (bytes, level) => brotliCompressSync(bytes, brotliAt(level)),
    stream: (level) => createBrotliCompress({ ...brotliAt(level), flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (bytes, level) => gzipSync(bytes, { level }),
    stream: (level) => createGzip({ level, flush: constants.Z_SYNC_FLUSH }),
  },
};

function zstdAt(level: number) {
  return { params: { [constants.ZSTD_c_compressionLevel]: level } };
}

function brotliAt(level: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
}

/** Up to this size a body is compressed in one go: it takes a fraction of a millisecond, less than handing it to another thread and back. */
export const wholeBytes = 64 * 1_024;

/** A small body, compressed. */
export function compressed(coding: ContentCoding, bytes: Uint8Array, level = compressionLevels[coding]): Buffer {
  return compressors[coding].whole(bytes, level);
}

/** Where to write a body that is compressed on its way. One that is destroyed before its end breaks off the answer, and the other way round. */
export function compressing(coding: ContentCoding, answer: Writable): Writable {
  const compressor = compressors[coding].stream(compressionLevels[coding]);
  // A broken answer speaks for itself to its reader; there is nothing more to say of it here.
  pipeline(compressor, answer, () => undefined);
  return compressor;
}

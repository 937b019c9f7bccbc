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

/**
 * Compression level of each coding (docs/decisions/0034-responses-are-compressed-unless-they-contain-secrets.md has CPU and bytes of
 * each).
 */
export const compressionLevels: Readonly<Record<ContentCoding, number>> = { zstd: 3, br: 4, gzip: 6 };

interface Compressor {
  whole(bytes: Uint8Array, level: number): Buffer;
  /** Returns a stream that flushes after each write. */
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

/**
 * Maximum size of bodies that are compressed synchronously: that takes a fraction of a millisecond, less than using another thread.
 * Bytes.
 */
export const wholeBytes = 64 * 1_024;

/** Compresses a small body. */
export function compressed(coding: ContentCoding, bytes: Uint8Array, level = compressionLevels[coding]): Buffer {
  return compressors[coding].whole(bytes, level);
}

/** Returns a stream that compresses a response. If one of the two is destroyed before its end, so is the other. */
export function compressing(coding: ContentCoding, answer: Writable): Writable {
  const compressor = compressors[coding].stream(compressionLevels[coding]);
  // The reader notices a broken response; there is nothing to add here.
  pipeline(compressor, answer, () => undefined);
  return compressor;
}

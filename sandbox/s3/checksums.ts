import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** Incremental checksum; `digest` returns base64, as in S3. */
export interface Checksum {
  update(bytes: Uint8Array): void;
  digest(): string;
}

/** Algorithms under the names in S3's headers, in lowercase. */
export const algorithms = ["crc32", "crc32c", "sha1", "sha256"] as const;
export type Algorithm = (typeof algorithms)[number];

export function algorithmOf(name: string | undefined): Algorithm | undefined {
  return algorithms.find((one) => one === name?.toLowerCase());
}

export function checksum(algorithm: Algorithm): Checksum {
  if (algorithm === "crc32") return cyclic((bytes, before) => crc32(bytes, before));
  if (algorithm === "crc32c") return cyclic(crc32c);
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("base64") };
}

function cyclic(next: (bytes: Uint8Array, before: number) => number): Checksum {
  let value = 0;
  return {
    update(bytes) {
      value = next(bytes, value);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString("base64");
    },
  };
}

/** Table of the reflected Castagnoli polynomial. */
const castagnoli = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array, before: number): number {
  let value = ~before;
  for (const byte of bytes) value = (castagnoli[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

import { maxParts } from "./contract.ts";
import type { UploadRecord } from "./record.ts";

/** Planned part of an upload. */
export interface PartPlan {
  readonly number: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Size limits of uploads in bytes. */
export interface UploadLimits {
  readonly largestBytes: number;
  /** Limit for all uploads of one key together. */
  readonly keyBytes: number;
}

/** Reason why a key can't begin an upload now. */
export type UploadRefusal = "upload_too_large" | "uploads_exhausted";

const megabyte = 1024 * 1024;
const usualPartBytes = 8 * megabyte;
/** Maximum number of unfinished uploads per key. */
const maxOpen = 100;
/** Maximum number of uploads per key, including finished ones that wait for their call, because small uploads fill a store too. */
const maxStored = 10_000;
/** Lifetime of an upload in milliseconds. */
export const uploadLifeMs = 24 * 60 * 60_000;
/** Lifetime of a part's address in seconds. */
export const addressSeconds = 60 * 60;
/** Time in milliseconds after which the call that used an upload is certainly gone: the longest call on AWS, and a minute. */
export const takenMs = 16 * 60_000;
/** Interval in milliseconds at which a call that is still sending renews its hold. */
export const renewTakenMs = 60_000;

/** Returns the default size of parts: 8 MiB, or more whole MiB if the number of parts would exceed the maximum. */
export function partBytesFor(sizeBytes: number): number {
  return Math.max(usualPartBytes, Math.ceil(sizeBytes / maxParts / megabyte) * megabyte);
}

export function partsOf({ sizeBytes, partBytes }: Pick<UploadRecord, "sizeBytes" | "partBytes">): readonly PartPlan[] {
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => {
    const offset = index * partBytes;
    return { number: index + 1, offset, sizeBytes: Math.min(partBytes, sizeBytes - offset) };
  });
}

/** Returns the reason why a key with these uploads can't begin another. Undefined if it can. */
export function refusalOf(
  sizeBytes: number,
  living: readonly Pick<UploadRecord, "sizeBytes" | "etags">[],
  { largestBytes, keyBytes }: UploadLimits,
): UploadRefusal | undefined {
  if (sizeBytes > Math.min(largestBytes, keyBytes)) return "upload_too_large";
  const held = living.reduce((sum, upload) => sum + upload.sizeBytes, 0);
  const open = living.filter(({ etags }) => etags === null).length;
  return open >= maxOpen || living.length >= maxStored || held + sizeBytes > keyBytes ? "uploads_exhausted" : undefined;
}

import { mostParts } from "./contract.ts";
import type { UploadRecord } from "./record.ts";

/** What a piece of an upload is, before it is there. */
export interface PartPlan {
  readonly number: number;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** How much uploads may hold. Bytes. */
export interface UploadLimits {
  readonly largestBytes: number;
  /** All of one key's together. */
  readonly keyBytes: number;
}

/** Why a key may not begin an upload now. */
export type UploadRefusal = "upload_too_large" | "uploads_exhausted";

const megabyte = 1024 * 1024;
const usualPartBytes = 8 * megabyte;
/** Of one key, unfinished at the same time. */
const mostOpen = 100;
/** Of one key, finished ones that wait for their call too: small ones fill a store as well. */
const mostStored = 10_000;
/** How long an upload can be filled and taken. Milliseconds. */
export const uploadLifeMs = 24 * 60 * 60_000;
/** How long a part's address is good. */
export const addressSeconds = 60 * 60;
/** As long as a call may take on AWS, and a minute: then the call that took the upload is gone. Milliseconds. */
export const takenMs = 16 * 60_000;
/** How often a call that is still sending says so. Milliseconds. */
export const renewTakenMs = 60_000;

/** The size of parts where the caller names none: 8 MiB, or whole MiB enough to stay below the most parts. */
export function partBytesFor(sizeBytes: number): number {
  return Math.max(usualPartBytes, Math.ceil(sizeBytes / mostParts / megabyte) * megabyte);
}

export function partsOf({ sizeBytes, partBytes }: Pick<UploadRecord, "sizeBytes" | "partBytes">): readonly PartPlan[] {
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => {
    const offset = index * partBytes;
    return { number: index + 1, offset, sizeBytes: Math.min(partBytes, sizeBytes - offset) };
  });
}

/** Whether a key with these living uploads may begin another one. Undefined when it may. */
export function refusalOf(
  sizeBytes: number,
  living: readonly Pick<UploadRecord, "sizeBytes" | "etags">[],
  { largestBytes, keyBytes }: UploadLimits,
): UploadRefusal | undefined {
  if (sizeBytes > Math.min(largestBytes, keyBytes)) return "upload_too_large";
  const held = living.reduce((sum, upload) => sum + upload.sizeBytes, 0);
  const open = living.filter(({ etags }) => etags === null).length;
  return open >= mostOpen || living.length >= mostStored || held + sizeBytes > keyBytes
    ? "uploads_exhausted"
    : undefined;
}

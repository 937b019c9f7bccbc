import type { Call } from "./call.ts";
import { type Algorithm, algorithmOf, algorithms, type Checksum } from "./checksums.ts";
import { S3Error } from "./s3-error.ts";

/** Checksum of a body according to the caller. */
export interface ClaimedChecksum {
  readonly algorithm: Algorithm;
  /** Undefined if it is in the trailer. */
  readonly value?: string;
  readonly inTrailer: boolean;
}

export function claimedChecksum(call: Call): ClaimedChecksum | undefined {
  const trailer = call.header("x-amz-trailer")?.trim().toLowerCase();
  if (trailer?.startsWith("x-amz-checksum-")) {
    return { algorithm: known(trailer.slice("x-amz-checksum-".length)), inTrailer: true };
  }
  for (const algorithm of algorithms) {
    const value = call.setting(`x-amz-checksum-${algorithm}`);
    if (value !== undefined) return { algorithm, value, inTrailer: false };
  }
  const asked = call.setting("x-amz-sdk-checksum-algorithm");
  return asked === undefined ? undefined : { algorithm: known(asked), inTrailer: false };
}

/** Returns the checksum of a body after comparing it with the caller's. @throws S3Error */
export function checkedSum(
  claimed: ClaimedChecksum | undefined,
  sum: Checksum | undefined,
  trailers: ReadonlyMap<string, string>,
): { readonly algorithm: Algorithm; readonly value: string } | undefined {
  if (claimed === undefined || sum === undefined) return undefined;
  const { algorithm, inTrailer } = claimed;
  const value = sum.digest();
  const expected = inTrailer ? trailers.get(`x-amz-checksum-${algorithm}`) : claimed.value;
  if (inTrailer && expected === undefined)
    throw new S3Error("MalformedTrailerError", "The trailer lacks what it promised");
  if (expected !== undefined && expected !== value) {
    throw new S3Error("BadDigest", `The ${algorithm.toUpperCase()} you specified did not match what we received.`);
  }
  return { algorithm, value };
}

function known(name: string): Algorithm {
  const algorithm = algorithmOf(name);
  if (algorithm === undefined) throw new S3Error("NotImplemented", `The checksum ${name} is not known here`);
  return algorithm;
}

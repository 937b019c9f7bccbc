import { createHash, type Hash } from "node:crypto";
import type { Authentic } from "./authenticate.ts";
import type { ChunkSink } from "./chunk-decoder.ts";
import { S3Error } from "./s3-error.ts";
import { sameSignature, scopeText, sha256, signature } from "./signing-key.ts";

export interface SignedChunks extends ChunkSink {
  /** @throws S3Error if a trailer has no signature. */
  finish(): void;
}

/** Checks the signatures of all chunks and of the trailer, each of which signs the previous one. */
export function signedChunks(
  { key, scope, time, seed }: Authentic,
  hasTrailer: boolean,
  sink: ChunkSink,
): SignedChunks {
  let before = seed;
  let claimed = "";
  let hash: Hash = createHash("sha256");
  let trailer = "";
  let isTrailerSigned = false;

  function check(kind: string, given: string, ...rest: readonly string[]): void {
    const expected = signature(key, [kind, time, scopeText(scope), before, ...rest].join("\n"));
    if (!sameSignature(expected, given)) {
      throw new S3Error(
        "SignatureDoesNotMatch",
        "The chunk signature we calculated does not match the one you provided.",
      );
    }
    before = expected;
  }

  return {
    chunk(size, extension) {
      claimed = /^chunk-signature=([0-9a-f]{64})$/.exec(extension)?.[1] ?? "";
      hash = createHash("sha256");
      sink.chunk(size, extension);
    },
    data(bytes) {
      hash.update(bytes);
      sink.data(bytes);
    },
    chunkEnd() {
      check("AWS4-HMAC-SHA256-PAYLOAD", claimed, sha256(""), hash.digest("hex"));
      sink.chunkEnd();
    },
    trailer(name, value) {
      if (hasTrailer && name === "x-amz-trailer-signature") {
        check("AWS4-HMAC-SHA256-TRAILER", value, sha256(trailer));
        isTrailerSigned = true;
        return;
      }
      trailer += `${name}:${value}\n`;
      sink.trailer(name, value);
    },
    finish() {
      if (hasTrailer && !isTrailerSigned) {
        throw new S3Error("SignatureDoesNotMatch", "The trailer of the request was not signed.");
      }
    },
  };
}

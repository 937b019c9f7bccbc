import { createHash } from "node:crypto";
import type { Authentic } from "./authenticate.ts";
import type { Call } from "./call.ts";
import { type Algorithm, checksum } from "./checksums.ts";
import { chunkDecoder } from "./chunk-decoder.ts";
import { type SignedChunks, signedChunks } from "./chunk-signatures.ts";
import { checkedSum, claimedChecksum } from "./claimed-checksum.ts";
import { S3Error } from "./s3-error.ts";

/** Facts about a body after it was read completely and checked. */
export interface Received {
  readonly size: number;
  readonly md5: Buffer;
  readonly checksum?: { readonly algorithm: Algorithm; readonly value: string };
}

/** Reads a body in pieces, removes its framing, and checks all its checksums. @throws S3Error */
export async function receiveBody(
  call: Call,
  authentic: Authentic,
  write: (bytes: Buffer) => Promise<void>,
): Promise<Received> {
  const wanted = claimedChecksum(call);
  const md5 = createHash("md5");
  const sha256 = createHash("sha256");
  const sum = wanted === undefined ? undefined : checksum(wanted.algorithm);
  const trailers = new Map<string, string>();
  let size = 0;

  let pieces: Buffer[] = [];
  const unframe = unframing(call, authentic, (bytes) => pieces.push(bytes), trailers);
  for await (const chunk of call.incoming) {
    unframe.push(chunk);
    for (const piece of pieces) {
      size += piece.byteLength;
      if (size > largestBytes)
        throw new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed object size");
      md5.update(piece);
      if (isHash(authentic.payload)) sha256.update(piece);
      sum?.update(piece);
      await write(piece);
    }
    pieces = [];
  }
  unframe.finish();

  checkSize(call, authentic.payload, size);
  const digest = md5.digest();
  checkMd5(call, digest);
  if (isHash(authentic.payload) && sha256.digest("hex") !== authentic.payload) {
    throw new S3Error(
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  const checked = checkedSum(wanted, sum, trailers);
  return { size, md5: digest, ...(checked === undefined ? {} : { checksum: checked }) };
}

const largestBytes = 5 * 1024 ** 3;

function unframing(
  call: Call,
  authentic: Authentic,
  data: (bytes: Buffer) => void,
  trailers: Map<string, string>,
): { push(bytes: Buffer): void; finish(): void } {
  const { payload } = authentic;
  if (payload === "UNSIGNED-PAYLOAD" || isHash(payload)) {
    if (call.header("content-length") === undefined) {
      throw new S3Error("MissingContentLength", "You must provide the Content-Length HTTP header.");
    }
    return { push: data, finish: () => {} };
  }
  const sink = {
    chunk: () => {},
    data,
    chunkEnd: () => {},
    trailer: (name: string, value: string) => void trailers.set(name, value),
  };
  if (payload === "STREAMING-UNSIGNED-PAYLOAD-TRAILER") return chunkDecoder(sink);
  if (!/^STREAMING-AWS4-HMAC-SHA256-PAYLOAD(-TRAILER)?$/.test(payload)) {
    throw new S3Error("NotImplemented", `This x-amz-content-sha256 is not known here: ${payload}`);
  }
  const signed: SignedChunks = signedChunks(authentic, payload.endsWith("-TRAILER"), sink);
  const decoder = chunkDecoder(signed);
  return {
    push: (bytes) => decoder.push(bytes),
    finish() {
      decoder.finish();
      signed.finish();
    },
  };
}

function checkSize(call: Call, payload: string, size: number): void {
  const declared = call.header(payload.startsWith("STREAMING-") ? "x-amz-decoded-content-length" : "content-length");
  if (declared === undefined)
    throw new S3Error("MissingContentLength", "You must provide the x-amz-decoded-content-length HTTP header.");
  if (Number(declared) !== size) {
    throw new S3Error(
      "IncompleteBody",
      "You did not provide the number of bytes specified by the Content-Length HTTP header",
    );
  }
}

function checkMd5(call: Call, digest: Buffer): void {
  const claimed = call.setting("content-md5");
  if (claimed === undefined) return;
  const bytes = Buffer.from(claimed, "base64");
  if (bytes.byteLength !== 16) throw new S3Error("InvalidDigest", "The Content-MD5 you specified was invalid.");
  if (!bytes.equals(digest))
    throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received.");
}

function isHash(payload: string): boolean {
  return /^[0-9a-f]{64}$/.test(payload);
}

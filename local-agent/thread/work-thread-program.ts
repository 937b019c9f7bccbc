import { createHash } from "node:crypto";
import { writevSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { sealContents } from "#shared/blocks/pack.ts";
import { buffersCollected } from "#shared/node/heap.ts";
import { type WritePieces, writeBlocks } from "../blocks/restore/write-blocks.ts";
import { sealedIn } from "../blocks/restore/write-request.ts";
import {
  type HashRequest,
  type NumberedAnswer,
  type NumberedRequest,
  type SealRequest,
  type ThreadAnswer,
  type ThreadRequest,
  thrownAs,
  type WriteRequest,
} from "./thread-work.ts";

// The program of the thread.
const collected = buffersCollected();
const file = createHash("sha256");
let partCrc = 0;

parentPort?.on("message", ({ number, request }: NumberedRequest) => {
  const answer = (outcome: NumberedAnswer["outcome"]) =>
    parentPort?.postMessage({ number, outcome } satisfies NumberedAnswer);
  done(request).then(answer, (thrown: unknown) => answer(thrownAs(thrown)));
});

async function done(request: ThreadRequest): Promise<ThreadAnswer> {
  if ("write" in request) return written(request.write);
  if ("seal" in request) return sealed(request.seal);
  if ("crc32" in request) return crc32(request.crc32);
  if ("hash" in request) return hashed(request.hash);
  return file.digest("hex");
}

function written(request: WriteRequest): Promise<number> {
  // Synchronous, because nothing else waits for this thread. With asynchronous writes, V8 would keep opened contents for much longer.
  const write: WritePieces = (pieces, position) => {
    const bytes = writevSync(request.descriptor, pieces, position);
    collected(bytes);
    return bytes;
  };
  return writeBlocks(sealedIn(request), write);
}

function sealed({ pack, key, bound, bytes: { buffer, byteOffset, length }, contents }: SealRequest): number {
  const unsealed = {
    ...{ pack, key: { key, bound }, bytes: Buffer.from(buffer, byteOffset, length) },
    contents: contents.map(({ id, ...part }) => ({ ...part, id: Buffer.from(id, "hex") })),
  };
  sealContents(unsealed, collected);
  return contents.length;
}

function hashed({ bytes, beginsPart }: HashRequest): number {
  file.update(bytes);
  partCrc = crc32(bytes, beginsPart ? 0 : partCrc);
  return partCrc;
}

import { writevSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { buffersCollected } from "#shared/node/heap.ts";
import { sealedIn, thrownAs, type WriteAnswer, type WriteRequest } from "./thread-messages.ts";
import { type WritePieces, writeBlocks } from "./write-blocks.ts";

// The program of the thread that opens blocks and writes them.
const collected = buffersCollected();

parentPort?.on("message", (request: WriteRequest) => {
  const { number, descriptor } = request;
  // Nothing else waits for this thread. Where the disk is awaited, V8 keeps what was opened for much longer.
  const write: WritePieces = (pieces, position) => {
    const bytes = writevSync(descriptor, pieces, position);
    collected(bytes);
    return bytes;
  };
  const answer = (outcome: WriteAnswer["outcome"]) =>
    parentPort?.postMessage({ number, outcome } satisfies WriteAnswer);
  writeBlocks(sealedIn(request), write).then(answer, (thrown: unknown) => answer(thrownAs(thrown)));
});

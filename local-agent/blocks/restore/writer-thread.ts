import { writevSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { buffersCollected } from "#shared/node/heap.ts";
import { sealedIn, thrownAs, type WriteAnswer, type WriteRequest } from "./thread-messages.ts";
import { type WritePieces, writeBlocks } from "./write-blocks.ts";

// The program of the thread that opens blocks and writes them.
const collected = buffersCollected();

parentPort?.on("message", (request: WriteRequest) => {
  const { number, descriptor } = request;
  // This thread may wait for the disk. What is held only for a moment is not looked at again and again by V8.
  const write: WritePieces = (pieces, position) => {
    const bytes = writevSync(descriptor, pieces, position);
    collected(bytes);
    return bytes;
  };
  const answer = (outcome: WriteAnswer["outcome"]) =>
    parentPort?.postMessage({ number, outcome } satisfies WriteAnswer);
  writeBlocks(sealedIn(request), write).then(answer, (thrown: unknown) => answer(thrownAs(thrown)));
});

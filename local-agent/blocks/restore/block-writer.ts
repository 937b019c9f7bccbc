import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { SealedContents } from "#shared/blocks/opened-contents.ts";
import { errorFrom, type WriteAnswer, type WriteRequest, writeRequest } from "./thread-messages.ts";
import type { WantedBlock } from "./write-blocks.ts";
import { writerThreadAddress } from "./writer-thread-address.ts";

/** A thread that opens blocks and writes them. */
export interface BlockWriter {
  /** Does what `writeBlocks` does. @param bytes what the call has brought, which stays as it is until the answer */
  write(sealed: SealedContents<WantedBlock>, bytes: WriteRequest["bytes"], descriptor: number): Promise<number>;
  close(): Promise<void>;
}

export function blockWriter(): BlockWriter {
  const worker = new Worker(writerThreadAddress);
  const waiting = new Map<number, PromiseWithResolvers<number>>();
  let requests = 0;
  /** Why the thread answers nothing any more. */
  let fault: Error | undefined;
  const end = (error: Error) => {
    fault = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const ended = once(worker, "exit").then(() => end(new Error("the thread that writes blocks has ended")), end);
  worker.on("message", ({ number, outcome }: WriteAnswer) => {
    const request = waiting.get(number);
    waiting.delete(number);
    if (typeof outcome === "number") request?.resolve(outcome);
    else request?.reject(errorFrom(outcome));
  });

  return {
    async write(sealed, bytes, descriptor) {
      if (fault !== undefined) throw fault;
      const number = requests;
      requests += 1;
      const written = Promise.withResolvers<number>();
      waiting.set(number, written);
      worker.postMessage(writeRequest(sealed, { number, descriptor, bytes }));
      return written.promise;
    },
    async close() {
      await worker.terminate();
      await ended;
    },
  };
}

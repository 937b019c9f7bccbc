import { once } from "node:events";
import { Worker } from "node:worker_threads";
import {
  type AnswerTo,
  errorFrom,
  type NumberedAnswer,
  type NumberedRequest,
  type ThreadAnswer,
  type ThreadRequest,
} from "./thread-work.ts";
import { workThreadAddress } from "./work-thread-address.ts";

/** Thread for work with many bytes, while this one continues with the network. */
export interface WorkThread {
  /** Processes requests in order. @throws errors of the thread */
  ask<Request extends ThreadRequest>(request: Request): Promise<AnswerTo<Request>>;
  close(): Promise<void>;
}

export function workThread(): WorkThread {
  const worker = new Worker(workThreadAddress);
  const waiting = new Map<number, PromiseWithResolvers<ThreadAnswer>>();
  let requests = 0;
  /** Reason why the thread no longer answers. */
  let fault: Error | undefined;
  const end = (error: Error) => {
    fault = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const ended = once(worker, "exit").then(() => end(new Error("the thread ended")), end);
  worker.on("message", ({ number, outcome }: NumberedAnswer) => {
    const request = waiting.get(number);
    waiting.delete(number);
    if (typeof outcome === "object") request?.reject(errorFrom(outcome));
    else request?.resolve(outcome);
  });

  return {
    async ask<Request extends ThreadRequest>(request: Request) {
      if (fault !== undefined) throw fault;
      const number = requests;
      requests += 1;
      const answered = Promise.withResolvers<ThreadAnswer>();
      waiting.set(number, answered);
      worker.postMessage({ number, request } satisfies NumberedRequest);
      return answered.promise as Promise<AnswerTo<Request>>;
    },
    async close() {
      await worker.terminate();
      await ended;
    },
  };
}

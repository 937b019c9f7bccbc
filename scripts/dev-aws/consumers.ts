import type { SQSBatchResponse } from "aws-lambda";
import { nextHop } from "../../sandbox/aws/lambda/recursion.ts";
import type { Emulators } from "./emulators.ts";
import { invocationsAt, invoked } from "./invoked.ts";
import { pollQueue } from "./queue-poller.ts";
import type { CreatedStack } from "./stack.ts";

/** Feeds every function of the stack that has an event source mapping. Queries nothing if there is none. */
export function feedConsumers(
  { consumers }: Pick<CreatedStack, "consumers">,
  { queues: client }: Pick<Emulators, "queues">,
  lambdaOrigin: string,
): { stop(): Promise<void> } {
  const polls = consumers.map(({ function: name, queue, recursiveLoop, ...source }) =>
    pollQueue({
      ...source,
      client,
      isStopped: (trace) => nextHop(trace, name, recursiveLoop).isStopped,
      onTrouble: (trouble) => console.error(`${queue} -> ${name}:`, trouble),
      invoke: (event, signal) => invoked<SQSBatchResponse>(invocationsAt(lambdaOrigin, name), event, signal),
    }),
  );
  return {
    async stop() {
      await Promise.all(polls.map((poll) => poll.stop()));
    },
  };
}

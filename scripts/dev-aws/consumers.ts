import type { SQSBatchResponse } from "aws-lambda";
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
  const polls = consumers.map(({ function: name, queue, ...source }) =>
    pollQueue({
      ...source,
      client,
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

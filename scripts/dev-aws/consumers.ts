import { SQSClient } from "@aws-sdk/client-sqs";
import type { SQSBatchResponse } from "aws-lambda";
import type { Emulators } from "./emulators.ts";
import { invocationsAt, invoked } from "./invoked.ts";
import { pollQueue } from "./queue-poller.ts";
import type { Stack } from "./stack.ts";

/** Feeds every function of the stack that has an `sqs` event. Queries nothing if there is none. */
export function feedConsumers(stack: Stack, emulators: Emulators, lambdaOrigin: string): { stop(): Promise<void> } {
  const { AWS_ENDPOINT_URL_SQS: endpoint = "", AWS_ACCESS_KEY_ID: accessKeyId = "" } = emulators.environment;
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey = "", AWS_REGION: region = "" } = emulators.environment;
  const client = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  const valueIn = (resource: string, attribute: string): string => {
    const value = emulators.value({ resource, attribute });
    if (value === undefined) throw new Error(`serverless.yml has no queue ${resource}`);
    return value;
  };
  const polls = stack.consumers.map(({ function: name, queue, batchSize, maximumConcurrency }) =>
    pollQueue({
      client,
      queueUrl: valueIn(queue, "QueueUrl"),
      queueArn: valueIn(queue, "Arn"),
      batchSize,
      maximumConcurrency,
      onTrouble: (trouble) => console.error(`${queue} -> ${name}:`, trouble),
      invoke: (event, signal) => invoked<SQSBatchResponse>(invocationsAt(lambdaOrigin, name), event, signal),
    }),
  );
  return {
    async stop() {
      await Promise.all(polls.map((poll) => poll.stop()));
      client.destroy();
    },
  };
}

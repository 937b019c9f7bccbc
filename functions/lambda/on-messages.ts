import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { sqsConsumer } from "#shared/aws/sqs/consumer.ts";
import type { JobConsumer } from "#shared/jobs/consumer.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { CommonPlatform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";

/** What is left to a function when it is asked to stop its work, before Lambda ends it. */
const stopMs = 30_000;

/** What messages and the clock start. */
interface MessageHandler {
  readonly consume: JobConsumer;
  sweep(): Promise<unknown>;
}

type OnMessages = (
  event: Partial<SQSEvent>,
  context: Pick<Context, "getRemainingTimeInMillis">,
) => Promise<SQSBatchResponse | undefined>;

/** What SQS feeds, and what a schedule calls: the latter with an event that has no messages. */
export function onMessages<P>(handlerOn: (platform: P) => MessageHandler, openers: Openers<P>): OnMessages {
  const platform: CommonPlatform & P = lambdaPlatform(readAwsSettings(), openers);
  const { log, background } = platform;
  const { consume, sweep } = handlerOn(platform);
  return async ({ Records }, context) => {
    try {
      if (Records === undefined) {
        // One that fails is done again in a minute. An alarm counts the lines.
        await sweep().catch((error: unknown) => log.error({ event: "sweep_failed", reason: reasonOf(error) }));
        return undefined;
      }
      const stopping = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - stopMs));
      const feed = sqsConsumer({
        handle: (delivery) => consume(delivery, stopping),
        failed: (error, { id, receiveCount }) =>
          log.error({ event: "message_failed", message: id, receiveCount, reason: reasonOf(error) }),
      });
      return await feed({ Records });
    } finally {
      // An instance is frozen after its answer, so nothing is left undone then.
      await background.settle();
    }
  };
}

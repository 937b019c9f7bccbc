import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { sqsConsumer } from "#shared/aws/sqs/consumer.ts";
import type { JobConsumer } from "#shared/jobs/consumer.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { CommonPlatform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";

/** Milliseconds before the Lambda timeout at which a function is asked to stop. */
const stopMs = 30_000;

/** Handler of messages and schedules. */
interface MessageHandler {
  readonly consume: JobConsumer;
  sweep(): Promise<unknown>;
}

type OnMessages = (
  event: Partial<SQSEvent>,
  context: Pick<Context, "getRemainingTimeInMillis">,
) => Promise<SQSBatchResponse | undefined>;

/** Lambda entry point for SQS messages and a schedule; the schedule's event has no messages. */
export function onMessages<P>(handlerOn: (platform: P) => MessageHandler, openers: Openers<P>): OnMessages {
  const platform: CommonPlatform & P = lambdaPlatform(readAwsSettings(), openers);
  const { log, background } = platform;
  const { consume, sweep } = handlerOn(platform);
  return async ({ Records }, context) => {
    try {
      if (Records === undefined) {
        // A failed sweep is retried in a minute. An alarm counts the log lines.
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
      // The instance is frozen after the response, so background tasks finish first.
      await background.settle();
    }
  };
}

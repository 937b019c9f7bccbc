import { SQSClient } from "@aws-sdk/client-sqs";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { given, type OpenerContext } from "./opener-context.ts";

/** Opens the stack's job queue. */
export const queueOnSqs = (context: OpenerContext) => opened(context, "JOBS_QUEUE", "DEAD_JOBS_QUEUE");

/** Opens the stack's delivery queue. */
export const deliveryQueueOnSqs = (context: OpenerContext) =>
  opened(context, "DELIVERIES_QUEUE", "DEAD_DELIVERIES_QUEUE");

function opened(
  { settings, clock }: OpenerContext,
  queue: "JOBS_QUEUE" | "DELIVERIES_QUEUE",
  deadLetters: "DEAD_JOBS_QUEUE" | "DEAD_DELIVERIES_QUEUE",
) {
  return sqsQueue({
    client: new SQSClient(clientSettings()),
    queueUrl: given(settings, `${queue}_URL`),
    queueArn: given(settings, `${queue}_ARN`),
    deadLetterUrl: given(settings, `${deadLetters}_URL`),
    clock,
  });
}

import { SQSClient } from "@aws-sdk/client-sqs";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { given, type OpenerContext } from "./opener-context.ts";

/** Opens the stack's delivery queue. */
export function deliveryQueueOnSqs({ settings, clock }: OpenerContext) {
  return sqsQueue({
    client: new SQSClient(clientSettings()),
    queueUrl: given(settings, "DELIVERIES_QUEUE_URL"),
    queueArn: given(settings, "DELIVERIES_QUEUE_ARN"),
    deadLetterUrl: given(settings, "DEAD_DELIVERIES_QUEUE_URL"),
    clock,
  });
}

import { SQSClient } from "@aws-sdk/client-sqs";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { given, type OpenerContext } from "./opener-context.ts";

/** Opens the stack's job queue. */
export function queueOnSqs({ settings, clock }: OpenerContext) {
  return sqsQueue({
    client: new SQSClient(clientSettings()),
    queueUrl: given(settings, "JOBS_QUEUE_URL"),
    queueArn: given(settings, "JOBS_QUEUE_ARN"),
    deadLetterUrl: given(settings, "DEAD_JOBS_QUEUE_URL"),
    clock,
  });
}

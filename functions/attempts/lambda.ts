import { onMessages } from "../lambda/on-messages.ts";
import { blobsOnS3 } from "../lambda/openers/blobs-on-s3.ts";
import { deliveryQueueOnSqs } from "../lambda/openers/delivery-queue-on-sqs.ts";
import { mailerOnLambda } from "../lambda/openers/mailer-on-lambda.ts";
import { queueOnSqs } from "../lambda/openers/queue-on-sqs.ts";
import { deliverySchedulesOnScheduler } from "../lambda/openers/schedules-on-scheduler.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onMessages(onMachine, {
  blobs: blobsOnS3,
  deliveryQueue: deliveryQueueOnSqs,
  deliverySchedules: deliverySchedulesOnScheduler,
  mailer: mailerOnLambda,
  queue: queueOnSqs,
});

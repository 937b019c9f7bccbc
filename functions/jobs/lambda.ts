import { onMessages } from "../lambda/on-messages.ts";
import { agentsOnGateway } from "../lambda/openers/agents-on-gateway.ts";
import { blobsOnS3 } from "../lambda/openers/blobs-on-s3.ts";
import { deliveryQueueOnSqs } from "../lambda/openers/delivery-queue-on-sqs.ts";
import { queueOnSqs } from "../lambda/openers/queue-on-sqs.ts";
import { schedulesOnScheduler } from "../lambda/openers/schedules-on-scheduler.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onMessages(onMachine, {
  agents: agentsOnGateway,
  queue: queueOnSqs,
  deliveryQueue: deliveryQueueOnSqs,
  schedules: schedulesOnScheduler,
  blobs: blobsOnS3,
});

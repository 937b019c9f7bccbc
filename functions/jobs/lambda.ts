import { agentsOnGateway } from "../lambda/agents-on-gateway.ts";
import { blobsOnS3 } from "../lambda/blobs-on-s3.ts";
import { onMessages } from "../lambda/on-messages.ts";
import { queueOnSqs } from "../lambda/queue-on-sqs.ts";
import { schedulesOnScheduler } from "../lambda/schedules-on-scheduler.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onMessages(onMachine, {
  agents: agentsOnGateway,
  queue: queueOnSqs,
  schedules: schedulesOnScheduler,
  blobs: blobsOnS3,
});

import { agentsOnGateway } from "../lambda/agents-on-gateway.ts";
import { blobsOnS3 } from "../lambda/blobs-on-s3.ts";
import { onLambda } from "../lambda/on-lambda.ts";
import { queueOnSqs } from "../lambda/queue-on-sqs.ts";
import { schedulesOnScheduler } from "../lambda/schedules-on-scheduler.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, {
  agents: agentsOnGateway,
  queue: queueOnSqs,
  schedules: schedulesOnScheduler,
  blobs: blobsOnS3,
});

import { agentsOnGateway } from "../lambda/agents-on-gateway.ts";
import { blobsOnS3 } from "../lambda/blobs-on-s3.ts";
import { onLambda } from "../lambda/on-lambda.ts";
import { queueOnSqs } from "../lambda/queue-on-sqs.ts";
import { transfersOnS3 } from "../lambda/transfers-on-s3.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, {
  agents: agentsOnGateway,
  queue: queueOnSqs,
  blobs: blobsOnS3,
  transfers: transfersOnS3,
});

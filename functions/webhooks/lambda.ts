import { onLambda } from "../lambda/on-lambda.ts";
import { blobsOnS3 } from "../lambda/openers/blobs-on-s3.ts";
import { deliveryQueueOnSqs } from "../lambda/openers/delivery-queue-on-sqs.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, { blobs: blobsOnS3, deliveryQueue: deliveryQueueOnSqs });

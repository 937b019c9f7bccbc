import { blobsOnS3, onMessages, scheduledQueueOnSqs } from "../aws.ts";
import { consume, sweep } from "./handler.ts";

export const handler = onMessages(consume, sweep, blobsOnS3, scheduledQueueOnSqs);

import { blobsOnS3, onMessages, queueOnSqs } from "../aws.ts";
import { consume, sweep } from "./handler.ts";

export const handler = onMessages(consume, sweep, blobsOnS3, queueOnSqs);

import { blobsOnS3, onEvent, scheduledQueueOnSqs } from "../aws.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onEvent(onMachine, blobsOnS3, scheduledQueueOnSqs);

import { blobsOnS3, onStream, queueOnSqs } from "../aws.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onStream(onMachine, blobsOnS3, undefined, queueOnSqs);

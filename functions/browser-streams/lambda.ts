import { blobsOnS3, onStream } from "../aws.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onStream(onMachine, blobsOnS3);

import { logsOnCloudWatch, onStream } from "../aws.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onStream(onMachine, undefined, logsOnCloudWatch);

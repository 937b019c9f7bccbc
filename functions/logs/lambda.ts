import { logsOnCloudWatch, onEvent } from "../aws.ts";
import { handler as onMachine } from "./handler.ts";

export const handler = onEvent(onMachine, undefined, undefined, logsOnCloudWatch);

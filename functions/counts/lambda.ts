import { onLogLines } from "../lambda/on-log-lines.ts";
import { logLinesOnCloudWatch } from "../lambda/openers/log-lines-on-cloudwatch.ts";
import { handler as onLines } from "./handler.ts";

export const handler = onLogLines(onLines, { logLines: logLinesOnCloudWatch });

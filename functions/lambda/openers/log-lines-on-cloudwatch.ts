import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { cloudWatchEvents } from "#shared/aws/cloudwatch-events.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { OpenerContext } from "./opener-context.ts";

/** Opens the log lines of all functions in the stack's log group. */
export function logLinesOnCloudWatch({ settings }: OpenerContext): LogEvents | undefined {
  const { LOG_GROUP: logGroup } = settings;
  if (logGroup === undefined) return undefined;
  return cloudWatchEvents({ client: new CloudWatchLogsClient(clientSettings({ answerMs: 10_000 })), logGroup });
}

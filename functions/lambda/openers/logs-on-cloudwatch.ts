import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { cloudWatchEvents } from "#shared/aws/cloudwatch-events.ts";
import { eventLogBackend } from "#shared/logs/events/event-log-backend.ts";
import type { LogBackend } from "#shared/logs/log-reader.ts";
import { clearedLogs } from "#shared/logs/store.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { OpenerContext } from "./opener-context.ts";

/** Opens the service's own logs in the stack's log group. */
export function logsOnCloudWatch(context: OpenerContext): LogBackend | undefined {
  const events = logLinesOnCloudWatch(context);
  return events && eventLogBackend({ events, cleared: clearedLogs(context.table), clock: context.clock });
}

/** Opens the log lines of all functions in the stack's log group. */
export function logLinesOnCloudWatch({ settings: { LOG_GROUP: logGroup } }: OpenerContext): LogEvents | undefined {
  if (logGroup === undefined) return undefined;
  // A search continues while pages are empty, and CloudWatch can be slow.
  return cloudWatchEvents({ client: new CloudWatchLogsClient(clientSettings({ answerMs: 10_000 })), logGroup });
}

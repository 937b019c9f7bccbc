import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { cloudWatchEvents } from "#shared/aws/cloudwatch-events.ts";
import { eventLogBackend } from "#shared/logs/events/event-log-backend.ts";
import type { LogBackend } from "#shared/logs/log-reader.ts";
import { clearedLogs } from "#shared/logs/store.ts";
import type { OpenerContext } from "./opener-context.ts";

/** Opens the service's own logs in the stack's log group. */
export function logsOnCloudWatch({ settings, table, clock }: OpenerContext): LogBackend | undefined {
  const { LOG_GROUP: logGroup } = settings;
  if (logGroup === undefined) return undefined;
  // A search continues while pages are empty, and CloudWatch can be slow.
  const client = new CloudWatchLogsClient(clientSettings({ answerMs: 10_000 }));
  const events = cloudWatchEvents({ client, logGroup });
  return eventLogBackend({ events, cleared: clearedLogs(table), clock });
}

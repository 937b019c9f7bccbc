import {
  type CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  DescribeLogStreamsCommand,
  type FilteredLogEvent,
  FilterLogEventsCommand,
} from "@aws-sdk/client-cloudwatch-logs";
import type { LogEvent, LogEvents } from "#shared/ports/logs/log-events.ts";
import { translatedError } from "./translated-error.ts";

interface CloudWatchEventsOptions {
  readonly client: Pick<CloudWatchLogsClient, "send">;
  readonly logGroup: string;
}

/** Maximum page size of CloudWatch. */
const largestPage = 10_000;

/** Reads the lines of a CloudWatch log group. */
export function cloudWatchEvents({ client, logGroup }: CloudWatchEventsOptions): LogEvents {
  return {
    async *read({ from, to, level, field, newestFirst = false, pageSize = largestPage }) {
      // Levels and fields are our own words, so nothing needs escaping.
      const wanted = [
        ...(level === undefined ? [] : [`$.level = "${level}"`]),
        ...(field === undefined ? [] : [`$.${field} = "*"`]),
      ];
      if (from > to) return;
      let nextToken: string | undefined;
      do {
        const command = new FilterLogEventsCommand({
          logGroupName: logGroup,
          startTime: from,
          endTime: to,
          limit: Math.min(pageSize, largestPage),
          startFromHead: !newestFirst,
          ...(wanted.length > 0 && { filterPattern: `{ ${wanted.join(" && ")} }` }),
          ...(nextToken !== undefined && { nextToken }),
        });
        const answer = await asPort(() => client.send(command));
        yield (answer.events ?? []).map(eventOf);
        nextToken = answer.nextToken;
      } while (nextToken !== undefined);
    },

    async facts() {
      const latest = { logGroupName: logGroup, orderBy: "LastEventTime", descending: true, limit: 1 } as const;
      const [{ logGroups = [] }, { logStreams = [] }] = await Promise.all([
        asPort(() => client.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: logGroup }))),
        asPort(() => client.send(new DescribeLogStreamsCommand(latest))),
      ]);
      const group = logGroups.find(({ logGroupName }) => logGroupName === logGroup);
      return { sizeBytes: group?.storedBytes ?? 0, modifiedAt: logStreams[0]?.lastEventTimestamp ?? 0 };
    },
  };
}

function eventOf({ eventId = "", timestamp = 0, message = "" }: FilteredLogEvent): LogEvent {
  return { id: eventId, at: timestamp, text: message.replace(/\r?\n$/, "") };
}

async function asPort<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw translatedError("CloudWatch Logs", error, () => undefined);
  }
}

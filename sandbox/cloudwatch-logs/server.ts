import { type JsonService, startJsonService } from "../aws/json-service.ts";
import { Refusal } from "../aws/service.ts";
import { type FilterInput, filtered, type StoredEvent } from "./filtered.ts";

/** CloudWatch Logs with one log group, for reading only, with a record of its calls. */
export interface CloudWatchLogsServer extends JsonService<Readonly<Record<string, unknown>>> {
  /** Adds a line as if a function had printed it at this time. */
  put(at: number, message: string): void;
}

interface ServerOptions {
  readonly logGroup: string;
  /** Maximum number of lines that a call scans: CloudWatch returns empty pages if none of them match. Default: 10000. */
  readonly scanned?: number;
}

export async function startCloudWatchLogs({
  logGroup,
  scanned = 10_000,
}: ServerOptions): Promise<CloudWatchLogsServer> {
  const events: StoredEvent[] = [];
  let count = 0;
  const latest = () => events.reduce((last, { timestamp }) => Math.max(last, timestamp), 0);

  const service = await startJsonService<Readonly<Record<string, unknown>>>("Logs_20140328", {
    FilterLogEvents(input) {
      if (input.logGroupName !== logGroup) throw new Refusal("ResourceNotFoundException");
      return filtered(events, input as FilterInput, scanned);
    },
    DescribeLogGroups({ logGroupNamePrefix = "" }) {
      const storedBytes = events.reduce((sum, { message }) => sum + Buffer.byteLength(message) + 26, 0);
      // The prefix also finds another group.
      const names = [logGroup, `${logGroup}-other`].filter((name) => name.startsWith(String(logGroupNamePrefix)));
      return {
        logGroups: names.map((name) => ({ logGroupName: name, storedBytes: name === logGroup ? storedBytes : 1 })),
      };
    },
    DescribeLogStreams({ logGroupName }) {
      if (logGroupName !== logGroup) throw new Refusal("ResourceNotFoundException");
      return { logStreams: events.length === 0 ? [] : [{ logStreamName: "one", lastEventTimestamp: latest() }] };
    },
  });
  return {
    ...service,
    put(timestamp, message) {
      count += 1;
      events.push({ eventId: String(count).padStart(56, "0"), timestamp, message });
    },
  };
}

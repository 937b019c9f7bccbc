import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { cloudWatchEvents } from "#shared/aws/cloudwatch-events.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import { type CloudWatchLogsServer, startCloudWatchLogs } from "../../../sandbox/cloudwatch-logs/server.ts";
import { checkedOnAws } from "../../support/iam/checked-on-aws.ts";

/** CloudWatch log group on this machine, and its adapter. */
export interface ALogGroup extends CloudWatchLogsServer {
  readonly events: LogEvents;
}

export const logGroup = "/aws/lambda/latchkey-prod";

export async function aLogGroup(options: { readonly scanned?: number } = {}): Promise<ALogGroup> {
  const server = await startCloudWatchLogs({ logGroup, ...options });
  const client = new CloudWatchLogsClient({
    ...clientSettings(),
    endpoint: server.origin,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  checkedOnAws(client);
  const close = () => {
    client.destroy();
    return server.close();
  };
  return { ...server, events: cloudWatchEvents({ client, logGroup }), close };
}

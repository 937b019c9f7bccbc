import { gunzipSync } from "node:zlib";
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent } from "aws-lambda";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { CommonPlatform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";

/** What lines of the log and the clock start. */
export interface LineHandler {
  collect(texts: readonly string[]): Promise<void>;
  sweep(): Promise<unknown>;
}

/** What CloudWatch Logs sends for a subscription, or a schedule: the latter with an event that has no lines. */
export type LineEvent = Partial<CloudWatchLogsEvent>;

/** What a subscription of the log feeds, and what a schedule calls. */
export function onLogLines<P>(
  handlerOn: (platform: P) => LineHandler,
  openers: Openers<P>,
): (event: LineEvent) => Promise<void> {
  return lineHandler<P>(handlerOn, lambdaPlatform(readAwsSettings(), openers));
}

/** The same on a platform that is open. What throws is sent again by Lambda; what it gives up is found in the log. */
export function lineHandler<P>(handlerOn: (platform: P) => LineHandler, platform: CommonPlatform & P) {
  const { log, background } = platform;
  const { collect, sweep } = handlerOn(platform);
  return async ({ awslogs }: LineEvent): Promise<void> => {
    try {
      if (awslogs !== undefined) await collect(textsIn(awslogs.data));
      // One that fails is done again in a minute. An alarm counts the lines.
      else await sweep().catch((error: unknown) => log.error({ event: "sweep_failed", reason: reasonOf(error) }));
    } finally {
      // An instance is frozen after its answer, so nothing is left undone then.
      await background.settle();
    }
  };
}

/** The lines of an event. A message with which CloudWatch only tries the way has none. */
function textsIn(data: string): readonly string[] {
  const decoded = gunzipSync(Buffer.from(data, "base64")).toString("utf8");
  const { messageType, logEvents } = JSON.parse(decoded) as CloudWatchLogsDecodedData;
  return messageType === "DATA_MESSAGE" ? logEvents.map(({ message }) => message) : [];
}

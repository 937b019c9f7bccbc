import { gunzipSync } from "node:zlib";
import type { CloudWatchLogsDecodedData, CloudWatchLogsEvent } from "aws-lambda";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { CommonPlatform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";

/** Handler of log lines and schedules. */
export interface LineHandler {
  collect(texts: readonly string[]): Promise<void>;
  sweep(): Promise<unknown>;
}

/** Event of a CloudWatch Logs subscription, or of a schedule, which has no lines. */
export type LineEvent = Partial<CloudWatchLogsEvent>;

/** Lambda entry point for a log subscription and a schedule. */
export function onLogLines<P>(
  handlerOn: (platform: P) => LineHandler,
  openers: Openers<P>,
): (event: LineEvent) => Promise<void> {
  return lineHandler<P>(handlerOn, lambdaPlatform(readAwsSettings(), openers));
}

/** Handles log lines on an open platform. Lambda retries after an error; lines that it gives up on are in the log. */
export function lineHandler<P>(handlerOn: (platform: P) => LineHandler, platform: CommonPlatform & P) {
  const { log, background } = platform;
  const { collect, sweep } = handlerOn(platform);
  return async ({ awslogs }: LineEvent): Promise<void> => {
    try {
      if (awslogs !== undefined) await collect(textsIn(awslogs.data));
      // A failed sweep is retried in a minute. An alarm counts the log lines.
      else await sweep().catch((error: unknown) => log.error({ event: "sweep_failed", reason: reasonOf(error) }));
    } finally {
      // The instance is frozen after the response, so background tasks finish first.
      await background.settle();
    }
  };
}

/** Returns the log lines of an event. CloudWatch's control messages have none. */
function textsIn(data: string): readonly string[] {
  const decoded = gunzipSync(Buffer.from(data, "base64")).toString("utf8");
  const { messageType, logEvents } = JSON.parse(decoded) as CloudWatchLogsDecodedData;
  return messageType === "DATA_MESSAGE" ? logEvents.map(({ message }) => message) : [];
}

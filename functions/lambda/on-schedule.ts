import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { CommonPlatform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";

/** Handler of schedules. */
interface ScheduledHandler {
  sweep(): Promise<unknown>;
}

/** Lambda entry point for schedules only. */
export function onSchedule<P>(handlerOn: (platform: P) => ScheduledHandler, openers: Openers<P>): () => Promise<void> {
  const platform: CommonPlatform & P = lambdaPlatform(readAwsSettings(), openers);
  const { log, background } = platform;
  const { sweep } = handlerOn(platform);
  return async () => {
    // A failed sweep is retried in a minute. An alarm counts the log lines.
    await sweep().catch((error: unknown) => log.error({ event: "sweep_failed", reason: reasonOf(error) }));
    // The instance is frozen after the response, so background tasks finish first.
    await background.settle();
  };
}

import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { CommonPlatform } from "../platform.ts";
import { readAwsSettings } from "../settings/aws.ts";
import type { Openers } from "./openers/openers.ts";
import { lambdaPlatform } from "./platform.ts";

/** What the clock starts. */
interface ScheduledHandler {
  sweep(): Promise<unknown>;
}

/** What a schedule calls, and nothing else. */
export function onSchedule<P>(handlerOn: (platform: P) => ScheduledHandler, openers: Openers<P>): () => Promise<void> {
  const platform: CommonPlatform & P = lambdaPlatform(readAwsSettings(), openers);
  const { log, background } = platform;
  const { sweep } = handlerOn(platform);
  return async () => {
    // One that fails is done again in a minute. An alarm counts the lines.
    await sweep().catch((error: unknown) => log.error({ event: "sweep_failed", reason: reasonOf(error) }));
    // An instance is frozen after its answer, so nothing is left undone then.
    await background.settle();
  };
}

import { deliveryIn } from "#shared/deliveries/messages.ts";
import type { ReceivedMessage } from "#shared/ports/queue.ts";
import { deliveryEngine, type EnginePlatform } from "../deliveries/engine-wiring.ts";
import { memoized } from "../memoized.ts";
import { type TriggersPlatform, triggerSettling } from "../triggers/wiring.ts";

export type AttemptsPlatform = EnginePlatform & TriggersPlatform;

/** What messages about deliveries ask for, and the search for those that are due. */
export const attempts = memoized((platform: AttemptsPlatform) => {
  const engine = deliveryEngine(platform);
  return {
    consume: ({ body }: Pick<ReceivedMessage, "body">) => engine.attempt(deliveryIn(body)),
    async sweep() {
      await engine.sweep();
      await triggerSettling(platform).sweep();
    },
  };
});

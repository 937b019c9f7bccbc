import { deliveryIn } from "#shared/deliveries/messages.ts";
import { eventIn } from "#shared/notifications/wake-event.ts";
import type { ReceivedMessage } from "#shared/ports/queue.ts";
import { deliveryEngine, type EnginePlatform } from "../deliveries/engine-wiring.ts";
import { memoized } from "../memoized.ts";
import { notificationForwarding } from "../notifications/wiring.ts";
import { type TriggersPlatform, triggerSettling } from "../triggers/wiring.ts";

export type AttemptsPlatform = EnginePlatform & TriggersPlatform;

/** What messages about deliveries ask for, and the search for those that are due; and the same for events that become deliveries. */
export const attempts = memoized((platform: AttemptsPlatform) => {
  const engine = deliveryEngine(platform);
  const forwarding = notificationForwarding(platform);
  return {
    async consume({ body }: Pick<ReceivedMessage, "body">) {
      const event = eventIn(body);
      await (event === undefined ? engine.attempt(deliveryIn(body)) : forwarding.forward(event));
    },
    async sweep() {
      await forwarding.sweep();
      await engine.sweep();
      await triggerSettling(platform).sweep();
    },
  };
});

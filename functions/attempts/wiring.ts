import { deliveryIn } from "#shared/deliveries/messages.ts";
import { eventIn } from "#shared/notifications/wake-event.ts";
import type { ReceivedMessage } from "#shared/ports/queue.ts";
import { deliveryEngine, type EnginePlatform } from "../deliveries/engine-wiring.ts";
import { scheduledDeliveryMessages } from "../deliveries/wiring.ts";
import { memoized } from "../memoized.ts";
import { notificationForwarding } from "../notifications/wiring.ts";
import { type TriggersPlatform, triggerSettling } from "../triggers/wiring.ts";

export type AttemptsPlatform = EnginePlatform & TriggersPlatform;

/** Handles delivery messages and finds due deliveries. Also handles messages about events that become deliveries. */
export const attempts = memoized((platform: AttemptsPlatform) => {
  const engine = deliveryEngine(platform);
  const wake = scheduledDeliveryMessages(platform);
  const forwarding = notificationForwarding(platform);
  return {
    async consume({ body }: Pick<ReceivedMessage, "body">) {
      const event = eventIn(body);
      if (event !== undefined) return forwarding.forward(event);
      const { delivery, isScheduled } = deliveryIn(body);
      // A message only blocks later messages of the same source.
      await (isScheduled ? wake(delivery) : engine.attempt(delivery));
    },
    async sweep() {
      await forwarding.sweep();
      await engine.sweep();
      await triggerSettling(platform).sweep();
    },
  };
});

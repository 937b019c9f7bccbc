import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryIn } from "#shared/deliveries/messages.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { forwarding } from "#shared/notifications/forward.ts";
import {
  destinationPartitions,
  destinationUsePartitions,
  notificationEventPartitions,
  notificationSecrets,
  notificationStore,
} from "#shared/notifications/store.ts";
import { eventIn } from "#shared/notifications/wake-event.ts";
import type { ReceivedMessage } from "#shared/ports/queue.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { webhookPartitions, webhookUsePartitions } from "#shared/webhooks/store.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, notifies, worksInBackground } from "../needs.ts";
import {
  deliveryEngine,
  type EnginePlatform,
  scheduledDeliveryMessages,
  type TriggersPlatform,
  triggerSettling,
} from "../wiring/deliveries.ts";
import { defineWorker } from "../worker.ts";

export const worker = defineWorker({
  wiring: (platform: AttemptsPlatform) => attempts(platform),
  needs: needs(worksInBackground, callsFileMaker, notifies, {
    recordsUseOf: ["data"],
    opens: [keySecrets.data, triggerSecrets, notificationSecrets],
    reads: [
      webhookPartitions,
      triggerPartitions,
      deliveryPartitions,
      destinationPartitions,
      destinationUsePartitions,
      notificationEventPartitions,
      keyLookupPartitions.data,
    ],
    // A destination that is gone gets disabled, and that is notified too.
    writes: [
      webhookUsePartitions,
      triggerPartitions,
      deliveryPartitions,
      destinationPartitions,
      destinationUsePartitions,
    ],
    parts: {
      blobs: { [deliveryBlobs]: ["get"] },
      deliveryQueue: ["receive"],
      deliverySchedules: "put",
      mailer: "send",
      queue: ["send"],
    },
  }),
});

type AttemptsPlatform = EnginePlatform & TriggersPlatform;

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

/** Turns events into deliveries. */
const notificationForwarding = memoized((platform: EnginePlatform) => {
  const { vault, clock, log } = platform;
  return forwarding({ store: notificationStore(platform.table), engine: deliveryEngine(platform), vault, clock, log });
});

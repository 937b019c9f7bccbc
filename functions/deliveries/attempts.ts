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
import { webhookPartitions, webhookUsePartitions } from "#shared/webhooks/store.ts";
import { added } from "../additions/additions.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, notifies, worksInBackground } from "../needs.ts";
import {
  type DeliveryPlatform,
  engineWith,
  notificationDeliveries,
  scheduledDeliveryMessages,
  webhookDelivery,
} from "../wiring/deliveries.ts";
import { defineWorker } from "../worker.ts";

const addedDeliveries = await added("deliveries");
const addedPartitions = addedDeliveries.map(({ partitions }) => partitions);

export const worker = defineWorker({
  wiring: (platform: DeliveryPlatform) => attempts(platform),
  needs: needs(worksInBackground, callsFileMaker, notifies, {
    recordsUseOf: ["data"],
    opens: [keySecrets.data, notificationSecrets, ...addedDeliveries.flatMap(({ secrets }) => secrets)],
    reads: [
      webhookPartitions,
      ...addedPartitions,
      deliveryPartitions,
      destinationPartitions,
      destinationUsePartitions,
      notificationEventPartitions,
      keyLookupPartitions.data,
    ],
    // A destination that is gone gets disabled, and that is notified too.
    writes: [
      webhookUsePartitions,
      ...addedPartitions,
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

/** Delivery engine for all kinds of deliveries, and the tasks that run before its sweep. */
const allDeliveries = memoized((platform: DeliveryPlatform) => {
  const others = addedDeliveries.map(({ part }) => part(platform));
  const kinds = [webhookDelivery(platform), ...others.map(({ kind }) => kind), ...notificationDeliveries(platform)];
  return { engine: engineWith(platform, kinds, scheduledDeliveryMessages(platform)), others };
});

/** Handles delivery messages and finds due deliveries. Also handles messages about events that become deliveries. */
export const attempts = memoized((platform: DeliveryPlatform) => {
  const { engine, others } = allDeliveries(platform);
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
      for (const other of others) await other.sweep();
    },
  };
});

/** Turns events into deliveries. */
const notificationForwarding = memoized((platform: DeliveryPlatform) => {
  const { vault, clock, log } = platform;
  const { engine } = allDeliveries(platform);
  return forwarding({ store: notificationStore(platform.table), engine, vault, clock, log });
});

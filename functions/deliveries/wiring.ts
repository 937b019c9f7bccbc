import { deliveryBodies } from "#shared/deliveries/bodies.ts";
import { wakeDelivery } from "#shared/deliveries/messages.ts";
import { deliveryService } from "#shared/deliveries/service.ts";
import { deliveryStore } from "#shared/deliveries/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type DeliveriesPlatform = Pick<Platform, "table" | "clock" | "log" | "blobs" | "deliveryQueue">;

/** The deliveries resource. */
export const deliveries = memoized((platform: DeliveriesPlatform) =>
  deliveryService({
    store: deliveryRecords(platform),
    bodies: bodiesOfDeliveries(platform),
    wake: deliveryMessages(platform),
    clock: platform.clock,
  }),
);

/** Deliveries as they are kept. */
export const deliveryRecords = memoized(({ table }: Pick<Platform, "table">) => deliveryStore(table));

export const bodiesOfDeliveries = memoized(({ blobs }: Pick<Platform, "blobs">) => deliveryBodies(() => blobs.blobs));

/** Messages about deliveries that are to be tried. */
export const deliveryMessages = memoized(({ deliveryQueue, log }: Pick<Platform, "deliveryQueue" | "log">) =>
  wakeDelivery({ queue: deliveryQueue, log }),
);

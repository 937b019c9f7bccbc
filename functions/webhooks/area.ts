import { addedTo } from "../additions/additions.ts";
import type { Area } from "../edge/area.ts";

/** Webhooks, table triggers, their deliveries, and notifications. */
export const area: Area = {
  streams: false,
  resources: {
    ...addedTo("webhooks"),
    deliveries: { paths: ["/api/deliveries"], load: () => import("./deliveries.ts") },
    notifications: { paths: ["/api/notifications"], load: () => import("./notifications.ts") },
    webhooks: { paths: ["/api/webhooks"], load: () => import("./webhooks.ts") },
  },
};

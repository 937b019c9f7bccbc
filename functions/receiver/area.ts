import type { Area } from "../edge/area.ts";

/** Webhook events from senders. */
export const area: Area = {
  streams: true,
  resources: {
    receiver: { paths: ["/receiver", "/filereceiver"], load: () => import("./receiver.ts") },
  },
};

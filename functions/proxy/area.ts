import type { Area } from "../edge/area.ts";

/** Relays of FileMaker Server's APIs. */
export const area: Area = {
  streams: true,
  resources: {
    proxy: { paths: ["/fmi/data", "/fmi/odata", "/fmi/admin", "/fmi/streaming"], load: () => import("./proxy.ts") },
  },
};

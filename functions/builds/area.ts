import type { Area } from "../edge/area.ts";

/** Builds, deployments and schedules. */
export const area: Area = {
  streams: true,
  resources: {
    builds: { paths: ["/api/build"], load: () => import("./builds.ts") },
    deployments: { paths: ["/api/deployment"], load: () => import("./deployments.ts") },
    schedules: { paths: ["/api/schedules"], load: () => import("./schedules.ts") },
  },
};

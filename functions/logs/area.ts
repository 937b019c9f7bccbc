import type { Area } from "../edge/area.ts";

/** Logs, statistics, usage and alerts, and the stream of events. */
export const area: Area = {
  streams: true,
  resources: {
    events: { paths: ["/api/events"], load: () => import("./events.ts") },
    logs: { paths: ["/api/logs", "/api/server-info"], load: () => import("./logs.ts") },
    statistics: { paths: ["/api/statistics"], load: () => import("./statistics.ts") },
    usage: { paths: ["/api/usage", "/api/alerts", "/api/metrics-token", "/metrics"], load: () => import("./usage.ts") },
  },
};

import { addedTo } from "../additions/additions.ts";
import type { Area } from "../edge/area.ts";

/** The service itself: health, information, settings and documentation; FileMaker Server and its host. */
export const area: Area = {
  streams: false,
  resources: {
    ...addedTo("system"),
    server: {
      paths: ["/api/disk-space", "/api/fms-process", "/api/plugins", "/api/script"],
      load: () => import("./server.ts"),
    },
    dependents: { paths: ["/api/dependents"], load: () => import("./dependents.ts") },
    system: {
      paths: [
        "/healthz",
        "/readyz",
        "/api/info",
        "/api/can-reach-other-server",
        "/api/prerequisites",
        "/api/restart",
        "/api/app-log",
        "/api/settings",
        "/apidoc",
        "/redirect",
      ],
      load: () => import("./system.ts"),
    },
  },
};

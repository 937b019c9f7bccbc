import type { Area } from "../edge/area.ts";

/** Keys, people, their sessions, and the audit trail. */
export const area: Area = {
  streams: false,
  resources: {
    audit: { paths: ["/api/audit"], load: () => import("./audit.ts") },
    keys: { paths: ["/api/api-key", "/api/admin-api-key"], load: () => import("./keys.ts") },
    people: { paths: ["/api/people"], load: () => import("./people.ts") },
    sessions: { paths: ["/api/sessions"], load: () => import("./sessions.ts") },
  },
};

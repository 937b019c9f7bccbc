import type { Area } from "../edge/area.ts";

/** Offsite backups, and transfer of a configuration. */
export const area: Area = {
  streams: false,
  resources: {
    backups: { paths: ["/api/settings/offsite"], load: () => import("./backups.ts") },
    transfer: { paths: ["/api/transfer"], load: () => import("./transfer.ts") },
  },
};

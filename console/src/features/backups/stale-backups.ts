import type { Address } from "../../api/operations.ts";

/** What is stale once a location was changed. */
export const staleLocations = [
  "GET /svc/api/settings/offsite/remotes",
  "GET /svc/api/settings/offsite/remotes/{remote_name}/buckets",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** What is stale once the recovery key was made or confirmed. */
export const staleKeys = [
  "GET /svc/api/settings/offsite/recovery-key",
  "GET /svc/api/settings/offsite/schedules",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** What is stale once another one is notified of offsite backups. */
export const staleNotified = [
  "GET /svc/api/settings/offsite/notifications",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** What is stale once a schedule of offsite backups was changed, or has begun to run. */
export const staleSchedules = [
  "GET /svc/api/settings/offsite/schedules",
  "GET /svc/api/settings/offsite/schedules/{name}/runs",
  "GET /svc/api/schedules/filemaker",
  "GET /svc/api/processes",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

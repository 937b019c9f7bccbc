import type { Address } from "../../api/operations.ts";

/** Queries to refetch after a change of a location. */
export const staleLocations = [
  "GET /svc/api/settings/offsite/remotes",
  "GET /svc/api/settings/offsite/remotes/{remote_name}/buckets",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** Queries to refetch after the recovery key was created or confirmed. */
export const staleKeys = [
  "GET /svc/api/settings/offsite/recovery-key",
  "GET /svc/api/settings/offsite/schedules",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** Queries to refetch after a change of the offsite backup notification. */
export const staleNotified = [
  "GET /svc/api/settings/offsite/notifications",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** Queries to refetch after a schedule of offsite backups was changed or started. */
export const staleSchedules = [
  "GET /svc/api/settings/offsite/schedules",
  "GET /svc/api/settings/offsite/schedules/{name}/runs",
  "GET /svc/api/schedules/filemaker",
  "GET /svc/api/processes",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** Offsite locations and the backups stored there. */

export type { OpenLocationNamed } from "./locations/open-location.ts";
export type { LookForBackup } from "./restores/look-for-backup.ts";

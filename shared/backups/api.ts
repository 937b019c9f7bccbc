/** Offsite locations and the backups stored there. */

export type { OpenLocationNamed } from "./locations/open-location.ts";
export type { FindBackup } from "./restores/find-backup.ts";

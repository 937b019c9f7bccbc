import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const restoreErrors = {
  offsite_backup_not_found: {
    code: 19475,
    status: 404,
    sentence: "Backup not found in this location",
    cause: "The name is mistyped, it is in another folder, or it was deleted at the store.",
    remedy: "List the backups with `GET /svc/api/settings/offsite/backups`.",
  },
  offsite_file_not_found: {
    code: 19476,
    status: 404,
    sentence: "File not found in this backup",
    cause: "It wasn't hosted when the backup was made, or had another name. The message names it.",
    remedy: "Choose another backup, or list its files with `GET /svc/api/settings/offsite/backups/files`.",
  },
  offsite_backup_unreadable: {
    code: 19478,
    status: 409,
    sentence: "This backup can't be opened",
    cause: "The stored data differs from what was encrypted, or was encrypted with a key that Latchkey doesn't have.",
    remedy: "Choose another backup. The next run of the schedule sends missing data again.",
  },
  offsite_sets_closed: {
    code: 19479,
    status: 409,
    sentence: "This recovery key opens nothing in this location",
    cause: "The location is wrong, its data was encrypted for another recovery key, or the key was replaced.",
    remedy: "`closed_sets` of `GET /svc/api/settings/offsite/backups` names the keys that open the data.",
  },
  offsite_drill_nothing: {
    code: 19477,
    status: 409,
    sentence: "There is no backup to test yet",
    cause: "This schedule hasn't sent a backup to its location.",
    remedy: "Run a backup now, then try again.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of having offsite backups back. */
export const restoreErrors = {
  offsite_backup_not_found: {
    code: 19475,
    status: 404,
    sentence: "There is no backup of this name at this place",
    cause: "The name is mistyped, another folder was meant, or the backup was deleted at the store.",
    remedy: "List those that are there with `GET /svc/api/settings/offsite/backups`.",
  },
  offsite_file_not_found: {
    code: 19476,
    status: 404,
    sentence: "A file is not in this backup",
    cause: "It was not hosted when the backup was made, or had another name. The answer names it.",
    remedy: "Choose another backup, or list its files with `GET /svc/api/settings/offsite/backups/files`.",
  },
  offsite_backup_unreadable: {
    code: 19478,
    status: 409,
    sentence: "This backup cannot be opened",
    cause: "What lies at the store is not what was sealed, or is sealed under a key that this service does not have.",
    remedy: "Choose another backup; the next run of the schedule sends what is missing again.",
  },
  offsite_sets_closed: {
    code: 19479,
    status: 409,
    sentence: "This recovery key opens nothing at this place",
    cause: "The place is another one, what lies there was sealed under another recovery key, or the key was replaced.",
    remedy: "`closed_sets` of `GET /svc/api/settings/offsite/backups` names the keys that open what lies there.",
  },
  offsite_drill_nothing: {
    code: 19477,
    status: 409,
    sentence: "There is no backup to be tried yet",
    cause: "No backup of this schedule has come to its place.",
    remedy: "Back up and send now, and try again when that has ended.",
  },
} as const satisfies ErrorEntries;

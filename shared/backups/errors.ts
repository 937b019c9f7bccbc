import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of offsite backups. */
export const backupErrors = {
  offsite_location_not_found: {
    code: 19450,
    status: 404,
    sentence: "There is no offsite location of this name",
    cause: "The name is mistyped, or the location was deleted.",
    remedy: "List the locations with `GET /svc/api/settings/offsite/remotes`.",
  },
  offsite_location_exists: {
    code: 19451,
    status: 409,
    sentence: "There is an offsite location of this name already",
    cause: "Names are compared in small letters, with a hyphen for everything but letters and digits.",
    remedy: "Choose another name, or change the location that there is.",
  },
  offsite_store_refused: {
    code: 19452,
    status: 409,
    sentence: "The store did not accept this location, and nothing was saved",
    cause:
      "The access key, its secret, the region or the bucket is wrong, or the account lacks a right that backups need. The answer names what.",
    remedy: "Correct it at the store or in the call, and send the call again.",
  },
  offsite_store_away: {
    code: 19453,
    status: 502,
    sentence: "The store did not answer",
    cause: "Its address is mistyped, it is away, or this service may not call it.",
    remedy: "Check the endpoint. An address in a private network has to be listed in `CALLOUT_NETWORKS`.",
  },
  offsite_bucket_needed: {
    code: 19454,
    status: 400,
    sentence: "A bucket is needed",
    cause: "The account may not list its buckets, so that the location can be tried in a named one only.",
    remedy: "Send `bucket_name`, and `remote_path` where the account may write to a folder only.",
  },
  offsite_call_refused: {
    code: 19455,
    status: 409,
    sentence: "The store refused this call",
    cause:
      "The access key, its secret, the region or the bucket is wrong, or the account lacks the right. The answer says which.",
    remedy: "Correct it at the store, or change the location.",
  },
  offsite_secret_needed: {
    code: 19456,
    status: 400,
    sentence: "The access key's secret is needed",
    cause: "A stored secret is used for the store and the access key that it was given for, and for no other.",
    remedy: "Send `secret_access_key` with the change.",
  },
  offsite_schedule_not_found: {
    code: 19457,
    status: 404,
    sentence: "There is no schedule of offsite backups of this name",
    cause:
      "The name is mistyped, the schedule was deleted, or it was renamed in FileMaker Server: the name follows there.",
    remedy: "List them with `GET /svc/api/settings/offsite/schedules`.",
  },
  offsite_schedule_exists: {
    code: 19458,
    status: 409,
    sentence: "The backups of this schedule are sent offsite already",
    cause: "FileMaker Server's schedule is linked already.",
    remedy: "Change the schedule of offsite backups that there is.",
  },
  offsite_server_schedule_not_found: {
    code: 19459,
    status: 409,
    sentence: "FileMaker Server has no backup schedule of this name",
    cause: "The name is mistyped, or the schedule of this name makes no backups.",
    remedy: "Send the name as FileMaker Server has it, or leave out `useExistingSchedule` to have one made.",
  },
  offsite_server_schedule_exists: {
    code: 19460,
    status: 409,
    sentence: "FileMaker Server has a schedule of this name already",
    cause: "A new one was asked for.",
    remedy: "Send `useExistingSchedule` as `true` to send its backups, or another name.",
  },
  offsite_location_in_use: {
    code: 19461,
    status: 409,
    sentence: "Schedules send backups to this location",
    cause: "A schedule of offsite backups names it. The answer says which.",
    remedy: "Give these schedules another place, or delete them.",
  },
  offsite_schedule_running: {
    code: 19462,
    status: 409,
    sentence: "A backup of this schedule is on its way already",
    cause: "Its newest run has not come to its end.",
    remedy: "Wait for its end, or abort it. The answer names the process.",
  },
  recovery_key_not_found: {
    code: 19470,
    status: 409,
    sentence: "There is no recovery key yet",
    cause: "Backups in blocks are encrypted, and can be opened without this service by a recovery key only.",
    remedy: "Make one with `POST /svc/api/settings/offsite/recovery-key`, and print it.",
  },
  recovery_key_exists: {
    code: 19471,
    status: 409,
    sentence: "The recovery key is another one",
    cause: "One was made before, or replaced at this moment, and the call does not name it as the one to replace.",
    remedy: "Use the one that was printed, or send its id as `replaces`.",
  },
  recovery_groups_wrong: {
    code: 19472,
    status: 409,
    sentence: "These are not the groups of the recovery key",
    cause: "Other groups were asked for, one of them is mistyped, or they are those of an older key.",
    remedy: "Read which groups are asked for now: they change with every attempt.",
  },
  offsite_layout_differs: {
    code: 19473,
    status: 409,
    sentence: "This schedule does not keep its backups in blocks",
    cause: "Only the layout `blocks` is encrypted and has keys.",
    remedy: "Change its `layout` to `blocks`.",
  },
} as const satisfies ErrorEntries;

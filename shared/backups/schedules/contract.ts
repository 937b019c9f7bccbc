import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { ProcessState } from "#shared/processes/contract.ts";
import { OffsiteDamage, OffsiteUpkeep, retention } from "../upkeep/contract.ts";

const RemoteName = z.string().min(1).max(60);
const BucketName = z.string().regex(/^[a-z0-9A-Z][a-z0-9A-Z._-]{1,62}$/, "must be a bucket name");
const Folder = z
  .string()
  .max(400)
  .refine(
    (path) => path.split("/").every((part) => part !== "." && part !== ".."),
    "must not contain `.` or `..` segments",
  );
const Name = z.string().trim().min(1).max(100).describe("Name of the schedule, here and in FileMaker Server.");

/** Folder of a bucket at an offsite location. */
export const offsitePlace = {
  remote_name: RemoteName.describe("Name of the offsite location."),
  bucket_name: BucketName.describe("Name of the bucket."),
  remote_path: Folder.min(1).describe(
    "Folder in the bucket; `/` is the bucket itself. Each backup gets its own folder below `dbs` in it.",
  ),
};

const isIncluded = (number: number) =>
  z.boolean().describe(`True if FileMaker Server's external container folder ${number} is sent too.`);
const differs = z
  .boolean()
  .nullable()
  .describe("True if the container folder is sent to another location than the backups.");
const otherRemote = RemoteName.nullable().describe("Offsite location of the container folder, if it differs.");
const otherBucket = BucketName.nullable().describe("Bucket of the container folder, if it differs.");
const otherPath = Folder.nullable().describe("Folder in that bucket.");

const containers = {
  include_external_container_data_1: isIncluded(1),
  container_data_1_different_remote: differs,
  container_data_1_remote: otherRemote,
  container_data_1_bucket: otherBucket,
  container_data_1_remote_path: otherPath,
  include_external_container_data_2: isIncluded(2),
  container_data_2_different_remote: differs,
  container_data_2_remote: otherRemote,
  container_data_2_bucket: otherBucket,
  container_data_2_remote_path: otherPath,
};
const optionalContainers = z.object(containers).partial().shape;
export type ContainerFields = z.output<z.ZodObject<typeof optionalContainers>>;

const isZipped = z
  .boolean()
  .nullable()
  .describe("True if each file is sent as a zip with its externally stored container data.");
const layout = z
  .enum(["files", "blocks"])
  .describe(
    "Storage format. `files`: plain files or zips. Each backup is complete and readable by any program. `blocks`: encrypted with the recovery key. Unchanged data is stored only once for all backups.",
  );
const browserHash = z.string().max(5_000);
const takenHash = {
  file_browser_hash: browserHash
    .optional()
    .describe("Accepted for compatibility and ignored; the location determines it."),
};
const isEnabled = z.boolean().describe("True if each backup that FileMaker Server makes is sent automatically.");

const isDrilled = z
  .boolean()
  .describe("True if the newest backup is restored to a temporary folder every week, checked, and deleted again.");

/** Status of a schedule. */
export const OffsiteState = z
  .enum(["waiting", "running", "ok", "failed", "overdue", "off", "missing"])
  .describe(
    "`waiting`: nothing was sent yet. `overdue`: a FileMaker Server backup is more than an hour late. `off`: disabled. `missing`: the FileMaker Server schedule was deleted.",
  );
export type OffsiteState = z.infer<typeof OffsiteState>;

/** Run of a schedule: one backup, in progress or ended. */
export const OffsiteRun = z.object({
  process_id: Id.describe("ID of the process."),
  backup: z.string().nullable().describe("Folder name of the backup. Null while FileMaker Server is making it."),
  layout,
  snapshot: z.string().nullable().describe("Snapshot of the backup, for restores. Null unless the layout is `blocks`."),
  state: ProcessState.nullable().describe("Final state; null while it is running."),
  reason: z.string().nullable().describe("Reason for the final state, if there is more to say."),
  started_by: z.string().describe("Initiator: `offsite-schedule:2` if the schedule started it."),
  started_at: Timestamp.describe("Time when it was accepted."),
  ended_at: Timestamp.nullable().describe("End time; null while it is running."),
  files: z.int().nullable().describe("Number of files in the backup, including container files."),
  bytes: z.int().nullable().describe("Total size of these files, in bytes."),
  sent_files: z
    .int()
    .nullable()
    .describe("Number of files that were sent. The others were already in the store or unchanged."),
  sent_bytes: z.int().nullable().describe("Size of the sent files, in bytes."),
});
export type OffsiteRun = z.infer<typeof OffsiteRun>;

/** Drill: a backup is restored to a temporary place, verified and deleted again. */
export const OffsiteDrill = z.object({
  process_id: Id.describe("ID of the process."),
  backup: z.string().describe("Folder name of the backup."),
  started_at: Timestamp.describe("Time when it was accepted."),
  ended_at: Timestamp.nullable().describe("End time; null while it is running."),
  state: ProcessState.nullable().describe("Final state; null while it is running."),
  reason: z.string().nullable().describe("Reason for a failure."),
  files: z
    .array(
      z.object({
        fileName: z.string().describe("Name of the database."),
        fault: z
          .string()
          .nullable()
          .describe("Problem with the file. Null if it matches the manifest and is consistent."),
        checked: z.boolean().describe("True if FMDeveloperTool checked it. Encrypted files aren't checked."),
      }),
    )
    .describe("Databases of the backup. Empty until the drill ends."),
  containers: z
    .array(
      z.object({
        container: z.int().describe("Number of the external container folder: 1 or 2."),
        files: z.int().describe("Number of its files that are identical to what was sent."),
        fault: z.string().nullable().describe("Problem with other files; null if there is none."),
      }),
    )
    .describe("External container folders that are sent too. Empty until the drill ends."),
});
export type OffsiteDrill = z.infer<typeof OffsiteDrill>;

/** Schedule of offsite backups, linked to a backup schedule of FileMaker Server. */
export const OffsiteSchedule = z.object({
  id: z.string().describe("ID of the FileMaker Server schedule."),
  name: Name,
  ...offsitePlace,
  ...containers,
  zip_files: isZipped,
  layout,
  set: z.string().nullable().describe("Name of its set, a folder below `blocks`. Null unless the layout is `blocks`."),
  is_key_confirmed: z
    .boolean()
    .nullable()
    .describe("True if the recovery key that opens it is confirmed. Null unless the layout is `blocks`."),
  file_browser_hash: browserHash.describe("ID of its folder in the file browser, for `id`."),
  last_backup: Timestamp.nullable().describe("Time when the newest backup had arrived in the store."),
  running: z.boolean().describe("True if a backup is being sent."),
  is_enabled: isEnabled,
  state: OffsiteState,
  warnings: z.array(z.string()).describe("Warnings for administrators, one sentence each."),
  next_backup: Timestamp.nullable().describe(
    "Time of FileMaker Server's next backup. Null if it is unknown or not scheduled.",
  ),
  last_run: OffsiteRun.nullable().describe("Latest run; null if there is none."),
  databases: z.array(z.string()).describe("Databases of the newest backup in the store."),
  is_drilled: isDrilled,
  last_drill: OffsiteDrill.nullable().describe("Latest restore drill; null if there is none."),
  retention,
  last_upkeep: OffsiteUpkeep.nullable().describe(
    "Latest maintenance. Null if there is none, or the layout is `files`.",
  ),
  last_verified: Timestamp.nullable().describe(
    "Time when the last pass over all packs was verified; null means never.",
  ),
  damage: OffsiteDamage.nullable().describe("Damaged or missing data; null if none is known."),
});
export type OffsiteSchedule = z.infer<typeof OffsiteSchedule>;

const notified = {
  type: z.enum(["slack", "webhook"]).describe("Type of the destination: a Slack channel or a webhook."),
  label: z.string().max(200).optional().describe("Display name."),
};
const NotificationSettings = z
  .object({
    ...notified,
    channelUrl: z.string().optional().describe("Webhook URL of the Slack channel, masked."),
    webhookUrl: z.string().optional().describe("URL of the webhook, masked."),
    headers: z.record(z.string(), z.string()).optional().describe("Request headers, masked."),
    sendSuccessNotifications: z.boolean().optional().describe("True if successful backups are reported too."),
  })
  .describe("Destination for notifications about sent and failed backups.");

const ScheduleName = z.object({ name: Name });
const ok = z.object({ ok: z.literal(true).describe("Always true.") });
const scheduleOf = ({ name }: { readonly name: string }) => `offsite-schedule:${name}`;
const settingsObject = () => "offsite-notifications";

const runExample: OffsiteRun = {
  process_id: 42,
  backup: "Daily_2026-11-19_2300",
  layout: "files",
  snapshot: null,
  state: "done",
  reason: null,
  started_by: "offsite-schedule:2",
  started_at: "2026-11-19T22:01:10.120Z",
  ended_at: "2026-11-19T22:04:51.300Z",
  files: 12,
  bytes: 8_120_334_336,
  sent_files: 3,
  sent_bytes: 912_261_120,
};
const containerExample = {
  include_external_container_data_1: false,
  container_data_1_different_remote: null,
  container_data_1_remote: null,
  container_data_1_bucket: null,
  container_data_1_remote_path: null,
  include_external_container_data_2: false,
  container_data_2_different_remote: null,
  container_data_2_remote: null,
  container_data_2_bucket: null,
  container_data_2_remote_path: null,
} as const;
const placeExample = { remote_name: "aws-frankfurt", bucket_name: "fm-backups", remote_path: "production" };
const scheduleExample: OffsiteSchedule = {
  id: "2",
  name: "Daily",
  ...placeExample,
  ...containerExample,
  zip_files: false,
  layout: "files",
  set: null,
  is_key_confirmed: null,
  file_browser_hash: "b2Zmc2l0ZS9hd3MtZnJhbmtmdXJ0L2ZtLWJhY2t1cHMvcHJvZHVjdGlvbg",
  last_backup: "2026-11-19T22:04:51.300Z",
  running: false,
  is_enabled: true,
  state: "ok",
  warnings: [],
  next_backup: "2026-11-20T22:00:00.000Z",
  last_run: runExample,
  databases: ["Contacts.fmp12"],
  is_drilled: true,
  last_drill: {
    process_id: 40,
    backup: "Daily_2026-11-15_2300",
    started_at: "2026-11-16T00:00:04.000Z",
    ended_at: "2026-11-16T00:09:41.000Z",
    state: "done",
    reason: null,
    files: [{ fileName: "Contacts.fmp12", fault: null, checked: true }],
    containers: [{ container: 1, files: 312, fault: null }],
  },
  retention: null,
  last_upkeep: null,
  last_verified: null,
  damage: null,
};
const notificationExample = {
  type: "webhook",
  webhookUrl: "https://hooks.example.com/backups",
  sendSuccessNotifications: false,
} as const;

export const offsiteSchedules = resource({
  listOffsiteSchedules: {
    method: "GET",
    path: "/svc/api/settings/offsite/schedules",
    summary: "List offsite backup schedules",
    access: "admin",
    input: z.object({}),
    output: z.object({ schedules: z.array(OffsiteSchedule).describe("All schedules, sorted by name.") }),
    errors: [],
    example: { output: { schedules: [scheduleExample] } },
  },
  createOffsiteSchedule: {
    method: "POST",
    path: "/svc/api/settings/offsite/schedules",
    summary: "Send the backups of a schedule offsite",
    description:
      "Sends each backup of the FileMaker Server schedule with this name within minutes after it finishes. If there is no such schedule, creates one that runs every day at 23:00. The FileMaker Server schedule can be renamed; the link uses its ID.",
    access: "admin",
    input: z.object({
      name: Name,
      ...offsitePlace,
      ...optionalContainers,
      zip_files: isZipped.default(false),
      layout: layout.default("files"),
      retention: retention.default(null),
      ...takenHash,
      useExistingSchedule: z
        .boolean()
        .default(false)
        .describe("True if the FileMaker Server schedule exists already. Otherwise it is created."),
    }),
    output: ok,
    changes: scheduleOf,
    errors: [
      "offsite_location_not_found",
      "offsite_schedule_exists",
      "offsite_server_schedule_not_found",
      "offsite_server_schedule_exists",
      "recovery_key_not_found",
      ...adminApiErrors,
    ],
    example: { input: { name: "Daily", ...placeExample, useExistingSchedule: true }, output: { ok: true } },
  },
  updateOffsiteSchedule: {
    method: "PATCH",
    path: "/svc/api/settings/offsite/schedules/{name}",
    summary: "Update, enable or disable an offsite backup schedule",
    description: "Omitted fields keep their values. Backups in a previous location stay there.",
    access: "admin",
    input: ScheduleName.extend({
      ...z.object(offsitePlace).partial().shape,
      ...optionalContainers,
      zip_files: isZipped.optional(),
      layout: layout.optional(),
      retention: retention.optional(),
      ...takenHash,
      is_enabled: isEnabled.optional(),
      is_drilled: isDrilled.optional(),
    }),
    output: ok,
    changes: scheduleOf,
    errors: ["offsite_schedule_not_found", "offsite_location_not_found", "recovery_key_not_found"],
    example: { input: { name: "Daily", zip_files: true }, output: { ok: true } },
  },
  deleteOffsiteSchedule: {
    method: "DELETE",
    path: "/svc/api/settings/offsite/schedules/{name}",
    summary: "Delete an offsite backup schedule",
    description: "FileMaker Server's own schedule and the backups in the store stay.",
    access: "admin",
    input: ScheduleName,
    output: ok,
    changes: scheduleOf,
    errors: ["offsite_schedule_not_found"],
    example: { input: { name: "Daily" }, output: { ok: true } },
  },
  runOffsiteSchedule: {
    method: "POST",
    path: "/svc/api/settings/offsite/schedules/{name}/run",
    summary: "Run an offsite backup now",
    description:
      "Runs the FileMaker Server schedule and sends its backup. Also works if the offsite schedule is disabled.",
    access: "admin",
    input: ScheduleName,
    output: z.object({ processId: Id.describe("ID of the process.") }),
    status: () => 202,
    changes: scheduleOf,
    errors: [
      "offsite_schedule_not_found",
      "offsite_server_schedule_not_found",
      "offsite_schedule_running",
      "offsite_location_not_found",
    ],
    example: { input: { name: "Daily" }, output: { processId: 42 } },
  },
  drillOffsiteSchedule: {
    method: "POST",
    path: "/svc/api/settings/offsite/schedules/{name}/drill",
    summary: "Run a restore drill",
    description:
      "Restores the databases of the newest offsite backup one by one to a temporary folder, compares them with the SHA-256 of the manifest (or the IDs of the blocks), checks them with FMDeveloperTool, and deletes them. Hosted files aren't touched. Drills also run automatically every week.",
    access: "admin",
    input: ScheduleName,
    output: z.object({ processId: Id.describe("ID of the process.") }),
    status: () => 202,
    changes: scheduleOf,
    errors: [
      "offsite_schedule_not_found",
      "offsite_schedule_running",
      "offsite_drill_nothing",
      "offsite_location_not_found",
    ],
    example: { input: { name: "Daily" }, output: { processId: 43 } },
  },
  listOffsiteRuns: {
    method: "GET",
    path: "/svc/api/settings/offsite/schedules/{name}/runs",
    summary: "List the runs of an offsite backup schedule",
    access: "admin",
    input: ScheduleName.extend({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({
      runs: z.array(OffsiteRun).describe("A page of runs, newest first. They are kept for 400 days."),
      cursor: Cursor.nullable(),
    }),
    errors: ["offsite_schedule_not_found"],
    example: { input: { name: "Daily" }, output: { runs: [runExample], cursor: null } },
  },
  readOffsiteNotifications: {
    method: "GET",
    path: "/svc/api/settings/offsite/notifications",
    summary: "Get the notification settings of offsite backups",
    access: "admin",
    input: z.object({}),
    output: z.object({
      offsiteNotificationSettings: NotificationSettings.nullable().describe("Null if nothing is set."),
    }),
    errors: [],
    example: {
      output: {
        offsiteNotificationSettings: { ...notificationExample, webhookUrl: "https://hooks.example.com/********" },
      },
    },
  },
  changeOffsiteNotifications: {
    method: "POST",
    path: "/svc/api/settings/offsite/notifications",
    summary: "Set the notification settings of offsite backups",
    description:
      "This destination is in addition to those of the notification settings, which also receive these events. Send whole URLs; masked ones are rejected.",
    access: "admin",
    input: z.object({
      ...notified,
      channelUrl: z.url().max(2_000).optional().describe("Webhook URL of the Slack channel. It is a secret."),
      webhookUrl: z.url().max(2_000).optional().describe("URL of the webhook. It is a secret."),
      headers: z.record(z.string(), z.string().max(4_000)).optional().describe("Request headers. They are secrets."),
      sendSuccessNotifications: z.boolean().default(true).describe("True to report successful backups too."),
    }),
    output: z.object({ offsiteNotificationSettings: NotificationSettings }),
    changes: settingsObject,
    errors: [],
    example: {
      input: notificationExample,
      output: {
        offsiteNotificationSettings: { ...notificationExample, webhookUrl: "https://hooks.example.com/********" },
      },
    },
  },
  deleteOffsiteNotifications: {
    method: "DELETE",
    path: "/svc/api/settings/offsite/notifications",
    summary: "Delete the notification settings of offsite backups",
    access: "admin",
    input: z.object({}),
    output: z.object({
      ok: z.literal(true).describe("Always true."),
      message: z.string().describe("The result as a sentence."),
    }),
    changes: settingsObject,
    errors: [],
    example: { output: { ok: true, message: "Setting deleted" } },
  },
});

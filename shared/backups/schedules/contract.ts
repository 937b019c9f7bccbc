import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { ProcessState } from "#shared/processes/contract.ts";
import { OffsiteDamage, OffsiteUpkeep, retention } from "../upkeep/contract.ts";

const RemoteName = z.string().min(1).max(60);
const BucketName = z.string().regex(/^[a-z0-9A-Z][a-z0-9A-Z._-]{1,62}$/, "the name of a bucket is needed");
const Folder = z
  .string()
  .max(400)
  .refine((path) => path.split("/").every((part) => part !== "." && part !== ".."), "no part of it may be . or ..");
const Name = z.string().trim().min(1).max(100).describe("What it is called, here as in FileMaker Server.");

/** Folder of a bucket at an offsite location. */
export const offsitePlace = {
  remote_name: RemoteName.describe("The offsite location."),
  bucket_name: BucketName.describe("The bucket there."),
  remote_path: Folder.min(1).describe(
    "The folder in it; `/` is the bucket itself. Backups come into its folder `dbs`, each with one of its own.",
  ),
};

const isIncluded = (number: number) =>
  z.boolean().describe(`Whether FileMaker Server's external container folder ${number} is sent too.`);
const differs = z.boolean().nullable().describe("Whether it goes to another place than the backups.");
const otherRemote = RemoteName.nullable().describe("The offsite location that it goes to then.");
const otherBucket = BucketName.nullable().describe("The bucket there.");
const otherPath = Folder.nullable().describe("The folder in it.");

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
  .describe("Whether each file is sent as a zip, together with what it keeps outside of itself.");
const layout = z
  .enum(["files", "blocks"])
  .describe(
    "How backups lie there. `files`: plain files or zips, each backup for itself, read by every program. `blocks`: encrypted under the recovery key, and what has not changed is kept once for all backups.",
  );
const browserHash = z.string().max(5_000);
const takenHash = {
  file_browser_hash: browserHash.optional().describe("Taken from clients that send it: the place says it."),
};
const isEnabled = z.boolean().describe("Whether each backup that FileMaker Server makes is sent by itself.");

const isDrilled = z
  .boolean()
  .describe("Whether the newest backup is restored every week where no server looks, checked, and deleted again.");

/** Status of a schedule. */
export const OffsiteState = z
  .enum(["waiting", "running", "ok", "failed", "overdue", "off", "missing"])
  .describe(
    "`waiting`: nothing was sent yet. `overdue`: FileMaker Server was to make a backup over an hour ago, and none has come to its place since. `off`: it is disabled. `missing`: FileMaker Server's schedule was deleted.",
  );
export type OffsiteState = z.infer<typeof OffsiteState>;

/** Run of a schedule: one backup, in progress or ended. */
export const OffsiteRun = z.object({
  process_id: Id.describe("The process that does the work."),
  backup: z.string().nullable().describe("The backup, by its folder's name. Null: FileMaker Server is making it."),
  layout,
  snapshot: z.string().nullable().describe("In blocks: the snapshot that it has made, by which it is restored."),
  state: ProcessState.nullable().describe("How it has ended. Null: it has not."),
  reason: z.string().nullable().describe("Why it has ended so, where there is more to say."),
  started_by: z.string().describe("Who has started it: `offsite-schedule:2` for the schedule itself."),
  started_at: Timestamp.describe("When it was accepted."),
  ended_at: Timestamp.nullable().describe("When it ended."),
  files: z.int().nullable().describe("How many files the backup has, those of containers among them."),
  bytes: z.int().nullable().describe("How many bytes they have together."),
  sent_files: z
    .int()
    .nullable()
    .describe("How many of them were sent. The others were there, or are as they were before."),
  sent_bytes: z.int().nullable().describe("How many bytes those have."),
});
export type OffsiteRun = z.infer<typeof OffsiteRun>;

/** Drill: a backup is restored to a temporary place, verified and deleted again. */
export const OffsiteDrill = z.object({
  process_id: Id.describe("The process that did the work."),
  backup: z.string().describe("The backup, by its folder's name."),
  started_at: Timestamp.describe("When it was accepted."),
  ended_at: Timestamp.nullable().describe("When it ended. Null: it has not."),
  state: ProcessState.nullable().describe("How it has ended. Null: it has not."),
  reason: z.string().nullable().describe("What was wrong, where something was."),
  files: z
    .array(
      z.object({
        fileName: z.string().describe("A database."),
        fault: z
          .string()
          .nullable()
          .describe("What is wrong with it. Null: what lies there is what its manifest says, and it is consistent."),
        checked: z.boolean().describe("Whether FMDeveloperTool looked into it. It looks into no encrypted file."),
      }),
    )
    .describe("Each database of the backup. Empty until it has ended."),
  containers: z
    .array(
      z.object({
        container: z.int().describe("An external container folder: 1 or 2."),
        files: z.int().describe("How many of its files are what was sent."),
        fault: z.string().nullable().describe("What is wrong with others. Null: nothing."),
      }),
    )
    .describe("Each external container folder that is sent too. Empty until it has ended."),
});
export type OffsiteDrill = z.infer<typeof OffsiteDrill>;

/** Schedule of offsite backups, linked to a backup schedule of FileMaker Server. */
export const OffsiteSchedule = z.object({
  id: z.string().describe("FileMaker Server's id of its schedule."),
  name: Name,
  ...offsitePlace,
  ...containers,
  zip_files: isZipped,
  layout,
  set: z.string().nullable().describe("Of the layout `blocks`: the name of its folder below `blocks`."),
  is_key_confirmed: z
    .boolean()
    .nullable()
    .describe("Whether the recovery key that opens it was confirmed. Null: the layout is `files`."),
  file_browser_hash: browserHash.describe(
    "What opens its place in the file browser, as `id`: to read what lies there.",
  ),
  last_backup: Timestamp.nullable().describe("When the newest backup had come to its place."),
  running: z.boolean().describe("Whether one is on its way."),
  is_enabled: isEnabled,
  state: OffsiteState,
  warnings: z.array(z.string()).describe("What an administrator should look after, a sentence each."),
  next_backup: Timestamp.nullable().describe(
    "When FileMaker Server makes its next one. Null: it does not say, or never.",
  ),
  last_run: OffsiteRun.nullable().describe("The newest run. Null: there is none."),
  databases: z.array(z.string()).describe("The databases of the newest backup that has come to its place."),
  is_drilled: isDrilled,
  last_drill: OffsiteDrill.nullable().describe("The newest drill. Null: there is none."),
  retention,
  last_upkeep: OffsiteUpkeep.nullable().describe(
    "Of the layout `blocks`: how it was looked after last. Null: it was not.",
  ),
  last_verified: Timestamp.nullable().describe("When every pack had been read and compared last. Null: not yet."),
  damage: OffsiteDamage.nullable().describe("What of it is lost or was altered. Null: nothing that is known of."),
});
export type OffsiteSchedule = z.infer<typeof OffsiteSchedule>;

const notified = {
  type: z.enum(["slack", "webhook"]).describe("A channel of Slack, or another server."),
  label: z.string().max(200).optional().describe("What it is called."),
};
const NotificationSettings = z
  .object({
    ...notified,
    channelUrl: z.string().optional().describe("Of Slack: its address, masked."),
    webhookUrl: z.string().optional().describe("Of another server: its address, masked."),
    headers: z.record(z.string(), z.string()).optional().describe("Headers of the call, masked."),
    sendSuccessNotifications: z.boolean().optional().describe("Whether what goes well is notified, too."),
  })
  .describe("Who is notified of backups that were sent, or that could not be.");

const ScheduleName = z.object({ name: Name });
const ok = z.object({ ok: z.literal(true).describe("It is done.") });
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
    summary: "List schedules of offsite backups",
    access: "admin",
    input: z.object({}),
    output: z.object({ schedules: z.array(OffsiteSchedule).describe("All of them, by their names.") }),
    errors: [],
    example: { output: { schedules: [scheduleExample] } },
  },
  createOffsiteSchedule: {
    method: "POST",
    path: "/svc/api/settings/offsite/schedules",
    summary: "Have the backups of a schedule sent offsite",
    description:
      "From then on each backup that FileMaker Server's schedule of this name makes is sent, within minutes of its end. Where there is none yet, one is made that runs every day at 23:00. It may be renamed: the link is by its id.",
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
        .describe("Whether FileMaker Server has the schedule already. Otherwise it is made there."),
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
    summary: "Change, enable or disable a schedule of offsite backups",
    description: "What is left out stays as it is. What lies at another place stays there.",
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
    summary: "No longer send the backups of a schedule offsite",
    description: "FileMaker Server's own schedule stays, and so does what was sent.",
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
    summary: "Back up and send now",
    description: "FileMaker Server runs its schedule, and the backup that it makes is sent. Also where it is disabled.",
    access: "admin",
    input: ScheduleName,
    output: z.object({ processId: Id.describe("The process that does the work, to follow it by.") }),
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
    summary: "Restore the newest offsite backup on trial",
    description:
      "Its databases are restored one after the other where no server looks; what comes is compared with the manifest's SHA-256, in blocks with the ids of the blocks, checked by FMDeveloperTool, and deleted. No hosted file is touched. This is done every week by itself, too.",
    access: "admin",
    input: ScheduleName,
    output: z.object({ processId: Id.describe("The process that does the work, to follow it by.") }),
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
    summary: "List what a schedule has sent offsite, the newest first",
    access: "admin",
    input: ScheduleName.extend({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({
      runs: z.array(OffsiteRun).describe("A page of its runs. They are kept for 400 days."),
      cursor: Cursor.nullable(),
    }),
    errors: ["offsite_schedule_not_found"],
    example: { input: { name: "Daily" }, output: { runs: [runExample], cursor: null } },
  },
  readOffsiteNotifications: {
    method: "GET",
    path: "/svc/api/settings/offsite/notifications",
    summary: "Read who is notified of offsite backups",
    access: "admin",
    input: z.object({}),
    output: z.object({
      offsiteNotificationSettings: NotificationSettings.nullable().describe("Null: nothing is set."),
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
    summary: "Set who is notified of offsite backups",
    description:
      "Beside the destinations of the page Notifications, which get these events as any others. The address is needed whole: masks are refused.",
    access: "admin",
    input: z.object({
      ...notified,
      channelUrl: z.url().max(2_000).optional().describe("Of Slack: its address. A secret."),
      webhookUrl: z.url().max(2_000).optional().describe("Of another server: its address. A secret."),
      headers: z.record(z.string(), z.string().max(4_000)).optional().describe("Headers of the call. Secrets."),
      sendSuccessNotifications: z.boolean().default(true).describe("Whether what goes well is notified, too."),
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
    summary: "No longer notify anyone of offsite backups by this setting",
    access: "admin",
    input: z.object({}),
    output: z.object({
      ok: z.literal(true).describe("It is done."),
      message: z.string().describe("The same as a sentence."),
    }),
    changes: settingsObject,
    errors: [],
    example: { output: { ok: true, message: "The setting was deleted" } },
  },
});

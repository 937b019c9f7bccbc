import * as z from "zod";
import { Timestamp } from "#shared/contract/scalars.ts";

export const Severity = z
  .enum(["info", "warning", "error"])
  .describe("`error`: a failure. `warning`: a failure is likely unless someone acts. `info`: everything is fine.");
export type Severity = z.infer<typeof Severity>;

const serverUrl = z.string().describe("Address of this service.");
const timestamp = Timestamp.describe("Time of the event.");
const files = {
  files: z.array(z.string()).describe("The files."),
  fileCount: z.int().describe("Number of files."),
};
const duration = {
  duration: z.int().describe("Duration in milliseconds."),
  durationFormatted: z.string().describe("Duration for people, such as `2m 5s`."),
};

const Build = z.object({
  status: z.string().describe("State of the build."),
  buildId: z.string().describe("Name of the build."),
  ottofmsId: z.int().describe("Id of the build."),
  serverUrl,
  buildUrl: z.string().describe("Address of the build's page in the console."),
  getBuildUrl: z.string().describe("Address of the build in the API."),
  ...files,
  timestamp,
});
const EndedBuild = Build.extend(duration);
const SuccessfulBuild = EndedBuild.extend({
  downloadUrl: z.string().describe("Temporary address of the build's zip archive. Empty if there is none."),
  downloadFolderUrl: z.string().describe("Temporary address of the build's files."),
});

const Deployment = z.object({
  status: z.string().describe("State of the deployment."),
  deploymentId: z.int().describe("Id of the deployment or the part."),
  name: z.string().describe("Name of the deployment."),
  host: z.string().describe("Name of this service's host."),
  serverUrl,
  deploymentUrl: z.string().describe("Address of the deployment's page in the console."),
  getDeploymentUrl: z.string().describe("Address of the deployment in the API."),
  isSubDeployment: z.boolean().describe("True if this is one part of a deployment with several parts."),
  ...files,
  timestamp,
});
const EndedDeployment = Deployment.extend({
  ...duration,
  errorCount: z.int().describe("Number of errors in its log."),
});

const OffsiteBackup = z.object({
  scheduleName: z.string().describe("Name of the schedule."),
  serverUrl,
  timestamp,
});
const SentBackup = OffsiteBackup.extend({
  filesTransferred: z
    .int()
    .describe("Number of files sent. Unchanged files and files that were already there aren't sent again."),
  totalBackupSizeBytes: z.int().describe("Total size of the files in bytes."),
  transferDurationSeconds: z.int().describe("Duration in seconds."),
});
const FailedBackup = OffsiteBackup.extend({ errorMessage: z.string().describe("Why.") });

/** Data of all other events. */
const Notice = z.object({
  subject: z.string().describe("Subject of the event."),
  text: z.string().describe("The event in one sentence."),
  serverUrl,
  timestamp,
});
export type Notice = z.infer<typeof Notice>;

const buildExample = {
  buildId: "release-1",
  ottofmsId: 7,
  serverUrl: "https://fms.example.com",
  buildUrl: "https://fms.example.com/svc/builds/7",
  getBuildUrl: "https://fms.example.com/svc/api/build/db/7",
  files: ["Contacts.fmp12"],
  fileCount: 1,
  timestamp: "2026-11-20T09:15:02.114Z",
};
const endedBuild = { ...buildExample, duration: 125_000, durationFormatted: "2m 5s" };
const deploymentExample = {
  deploymentId: 12,
  name: "Release 1",
  host: "fms.example.com",
  serverUrl: "https://fms.example.com",
  deploymentUrl: "https://fms.example.com/svc/deployments/12",
  getDeploymentUrl: "https://fms.example.com/svc/api/deployment/12",
  isSubDeployment: false,
  files: ["Contacts.fmp12"],
  fileCount: 1,
  timestamp: "2026-11-20T23:00:04.120Z",
};
const endedDeployment = { ...deploymentExample, duration: 65_000, durationFormatted: "1m 5s", errorCount: 0 };
const offsiteExample = {
  scheduleName: "Daily",
  serverUrl: "https://fms.example.com",
  timestamp: "2026-11-20T22:04:51.300Z",
};
const noticed = (subject: string, text: string): Notice => ({
  subject,
  text,
  serverUrl: "https://fms.example.com",
  timestamp: "2026-11-20T09:15:02.114Z",
});

/** Event type. */
interface EventEntry<Data extends z.ZodType> {
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
  readonly data: Data;
  readonly example: z.input<Data>;
}

function entry<Data extends z.ZodType>(given: EventEntry<Data>): EventEntry<Data> {
  return given;
}

/** All events by name. Names and fields of builds and deployments are those of the reference API. */
export const eventCatalogue = {
  build_started: entry({
    severity: "info",
    title: "Build started",
    description: "A build started. A queued build starts when its turn comes.",
    data: Build,
    example: { status: "started", ...buildExample },
  }),
  build_succeeded: entry({
    severity: "info",
    title: "Build finished",
    description: "A build finished successfully.",
    data: SuccessfulBuild,
    example: {
      status: "completed",
      ...endedBuild,
      downloadUrl: "https://fms.example.com/svc/api/build/download?token=…",
      downloadFolderUrl: "https://fms.example.com/svc/api/build/downloadFolder?token=…",
    },
  }),
  build_failed: entry({
    severity: "error",
    title: "Build failed",
    description: "A build failed.",
    data: EndedBuild,
    example: { status: "failed", ...endedBuild },
  }),
  build_crashed: entry({
    severity: "error",
    title: "Build crashed",
    description: "A build stopped reporting progress.",
    data: EndedBuild,
    example: { status: "crashed", ...endedBuild },
  }),
  build_aborted: entry({
    severity: "warning",
    title: "Build aborted",
    description: "An administrator aborted a build.",
    data: EndedBuild,
    example: { status: "aborted", ...endedBuild },
  }),
  deployment_started: entry({
    severity: "info",
    title: "Deployment started",
    description: "A deployment, or one part of it, started.",
    data: Deployment,
    example: { status: "started", ...deploymentExample },
  }),
  deployment_success: entry({
    severity: "info",
    title: "Deployment succeeded",
    description:
      "A deployment, or one part of it, finished successfully. `errorCount` counts the errors that didn't stop it.",
    data: EndedDeployment,
    example: { status: "success", ...endedDeployment },
  }),
  deployment_failed: entry({
    severity: "error",
    title: "Deployment failed",
    description: "A deployment, or one part of it, failed; its files were restored.",
    data: EndedDeployment,
    example: { status: "failed", ...endedDeployment, errorCount: 1 },
  }),
  deployment_crashed: entry({
    severity: "error",
    title: "Deployment crashed",
    description: "A deployment stopped reporting progress.",
    data: EndedDeployment,
    example: { status: "crashed", ...endedDeployment },
  }),
  deployment_aborted: entry({
    severity: "warning",
    title: "Deployment aborted",
    description: "An administrator aborted a deployment, or an earlier part did not succeed.",
    data: EndedDeployment,
    example: { status: "aborted", ...endedDeployment },
  }),
  offsite_backup_success: entry({
    severity: "info",
    title: "Backup sent offsite",
    description: "A backup was sent to its offsite location.",
    data: SentBackup,
    example: {
      ...offsiteExample,
      filesTransferred: 3,
      totalBackupSizeBytes: 8_120_334_336,
      transferDurationSeconds: 221,
    },
  }),
  offsite_backup_failed: entry({
    severity: "error",
    title: "Offsite backup failed",
    description: "A backup was not made or not sent. The next attempt sends only what is missing.",
    data: FailedBackup,
    example: { ...offsiteExample, errorMessage: "s3.example.com: The access key may not do this." },
  }),
  offsite_backup_overdue: entry({
    severity: "error",
    title: "Offsite backup overdue",
    description:
      "FileMaker Server's backup was due more than an hour ago, and no backup has reached its offsite location since.",
    data: Notice,
    example: noticed(
      "Daily",
      "The backup “Daily” that was due at 2026-11-20T22:00:00.000Z hasn't reached its offsite location.",
    ),
  }),
  offsite_schedule_missing: entry({
    severity: "error",
    title: "FileMaker schedule of an offsite backup deleted",
    description: "A schedule whose backups are sent offsite was deleted in FileMaker Server.",
    data: Notice,
    example: noticed("Daily", "FileMaker Server no longer has the schedule “Daily”, so there are no backups to send."),
  }),
  offsite_drill_failed: entry({
    severity: "error",
    title: "Restore drill failed",
    description:
      "The newest backup was restored to a temporary folder, and a file doesn't match its manifest, is damaged, or couldn't be fetched.",
    data: Notice,
    example: noticed(
      "Daily",
      "The restore drill of the offsite backup Daily_2026-11-19_2300 failed: Contacts.fmp12: FMDeveloperTool failed (exit code: 48)",
    ),
  }),
  offsite_damage_found: entry({
    severity: "error",
    title: "Offsite backup damaged",
    description:
      "A block backup was verified, and some of its data is missing or corrupt. The next backup sends the missing data again, which also repairs older backups.",
    data: Notice,
    example: noticed(
      "Daily",
      "What lies offsite of “Daily” is damaged: 2 files of its snapshots do not come back whole, such as Contacts.fmp12 of snapshot 12.",
    ),
  }),
  agent_away: entry({
    severity: "error",
    title: "Agent offline",
    description:
      "The agent on the database host has been offline for two minutes. Nothing can be done there until it is back.",
    data: Notice,
    example: noticed("fms.example.com", "The agent on fms.example.com is offline."),
  }),
  agent_back: entry({
    severity: "info",
    title: "Agent online",
    description: "The agent is connected again.",
    data: Notice,
    example: noticed("fms.example.com", "The agent on fms.example.com is online again. It was offline for 12m 5s."),
  }),
  filemaker_server_away: entry({
    severity: "error",
    title: "FileMaker Server unavailable",
    description: "FileMaker Server hasn't responded for a minute, or its Database Server is stopped.",
    data: Notice,
    example: noticed("fms.example.com", "The Database Server is stopped: files can't be opened."),
  }),
  filemaker_server_back: entry({
    severity: "info",
    title: "FileMaker Server available",
    description: "FileMaker Server responds again.",
    data: Notice,
    example: noticed(
      "fms.example.com",
      "FileMaker Server at fms.example.com responds again. It was unavailable for 3m 20s.",
    ),
  }),
  key_failing: entry({
    severity: "error",
    title: "Key fails",
    description: "FileMaker Server rejects a key's account: its password was changed, or it lost a privilege.",
    data: Notice,
    example: noticed("Shop", "Data API Key 3 “Shop” fails: FileMaker Server rejects its account in Contacts.fmp12."),
  }),
  key_working: entry({
    severity: "info",
    title: "Key works again",
    description: "FileMaker Server accepts a key's account again.",
    data: Notice,
    example: noticed("Shop", "Data API Key 3 “Shop” works again. It had failed for 1h 2m."),
  }),
  disk_low: entry({
    severity: "error",
    title: "Disk nearly full",
    description:
      "A disk of the database host or of Latchkey has less free space than twice `DISK_FLOOR_MB`. Below `DISK_FLOOR_MB`, tasks on that disk are rejected.",
    data: Notice,
    example: noticed("Database host", "Low disk space on the database host: 812 MB for databases and backups."),
  }),
  disk_enough: entry({
    severity: "info",
    title: "Disk space recovered",
    description: "The disks have enough free space again.",
    data: Notice,
    example: noticed("Database host", "The disks of the database host have enough free space again."),
  }),
  certificate_ends: entry({
    severity: "warning",
    title: "Certificate expires soon",
    description:
      "The certificate of FileMaker Server or Latchkey expires in 30 days; sent again 7 days and 1 day before.",
    data: Notice,
    example: noticed("FileMaker Server", "The certificate of FileMaker Server expires in 7 days, on 2026-11-27."),
  }),
  certificate_ended: entry({
    severity: "error",
    title: "Certificate expired",
    description: "Clients refuse to connect until the certificate is replaced.",
    data: Notice,
    example: noticed("FileMaker Server", "The certificate of FileMaker Server expired on 2026-11-20."),
  }),
  certificate_renewed: entry({
    severity: "info",
    title: "Certificate renewed",
    description: "A certificate that was about to expire was replaced.",
    data: Notice,
    example: noticed("FileMaker Server", "The certificate of FileMaker Server was renewed. It expires on 2027-11-20."),
  }),
  license_ends: entry({
    severity: "warning",
    title: "License ends soon",
    description: "The license of FileMaker Server ends in 60 days; sent again 30 days, 7 days and 1 day before.",
    data: Notice,
    example: noticed("fms.example.com", "The license of fms.example.com ends in 30 days, on 2026-12-20."),
  }),
  license_ended: entry({
    severity: "error",
    title: "License ended",
    description: "The last day of FileMaker Server's license has passed. It stops serving clients.",
    data: Notice,
    example: noticed("fms.example.com", "The license of fms.example.com ended on 2026-11-19."),
  }),
  license_renewed: entry({
    severity: "info",
    title: "License renewed",
    description: "A license that was about to end was renewed.",
    data: Notice,
    example: noticed("fms.example.com", "The license of fms.example.com was renewed."),
  }),
  allowance_low: entry({
    severity: "warning",
    title: "Data API allowance partly used",
    description:
      "Half of the yearly allowance of Data API and OData is used; sent again at 80 % and 95 %. Only if FileMaker Server checks a limit.",
    data: Notice,
    example: noticed(
      "fms.example.com",
      "80 % of the yearly Data API allowance of fms.example.com is used, and resets on 2027-06-30.",
    ),
  }),
  allowance_runs_out: entry({
    severity: "warning",
    title: "Data API allowance won't last",
    description: "If traffic continues, the yearly allowance of Data API and OData is used up before its reset.",
    data: Notice,
    example: noticed(
      "fms.example.com",
      "The yearly Data API allowance of fms.example.com will be used up on about 2027-05-02, before it resets on 2027-06-30.",
    ),
  }),
  allowance_enough: entry({
    severity: "info",
    title: "Data API allowance sufficient",
    description: "The allowance was reset, or the forecast says again that it lasts until then.",
    data: Notice,
    example: noticed("fms.example.com", "The yearly Data API allowance of fms.example.com will last until its reset."),
  }),
  sign_ins_refused: entry({
    severity: "warning",
    title: "Many failed sign-ins",
    description:
      "50 or more credentials were rejected within ten minutes: password guessing, or a client with an old password or key.",
    data: Notice,
    example: noticed("Sign-ins", "73 credentials were rejected within ten minutes, 70 of them from 203.0.113.7."),
  }),
  alert_ringing: entry({
    severity: "warning",
    title: "Alert firing",
    description: "The condition of an alert rule held for the rule's time.",
    data: Notice,
    example: noticed(
      "The cache is too small",
      "“The cache is too small”: the average of cacheHit has been below 90 percent for 10 minutes, now 81.",
    ),
  }),
  alert_ended: entry({
    severity: "info",
    title: "Alert resolved",
    description: "The condition of an alert rule no longer holds.",
    data: Notice,
    example: noticed("The cache is too small", "“The cache is too small” is resolved. It lasted for 1h 2m."),
  }),
  webhook_disabled: entry({
    severity: "error",
    title: "Webhook disabled",
    description:
      "A target of a table trigger responded that it is gone, or has failed for five days; or FileMaker Server isn't allowed to call a trigger's address.",
    data: Notice,
    example: noticed(
      "Orders to the shop",
      "A target of “Orders to the shop” was disabled. Deliveries have failed for five days.",
    ),
  }),
  schema_changed: entry({
    severity: "warning",
    title: "Table schema changed",
    description:
      "FileMaker Server reported a schema change of a trigger's table. Only triggers that ask for it and use the relay report it.",
    data: Notice,
    example: noticed("Orders", "The schema of table Orders in Shop.fmp12 changed."),
  }),
  schedule_missed: entry({
    severity: "warning",
    title: "Schedule missed",
    description: "Latchkey wasn't running at the time of a scheduled run.",
    data: Notice,
    example: noticed("Nightly", "“Nightly” did not run on time: it was scheduled for 2026-11-20T01:30:00.000Z."),
  }),
  schedule_failed: entry({
    severity: "error",
    title: "Scheduled run failed to start",
    description: "A scheduled build or deployment was rejected before it started.",
    data: Notice,
    example: noticed("Nightly", "“Nightly” failed to start. The agent is offline."),
  }),
  destination_disabled: entry({
    severity: "error",
    title: "Notification destination disabled",
    description: "A notification destination responded that it is gone, or has failed for five days.",
    data: Notice,
    example: noticed("Operations", "“Operations” was disabled. Deliveries have failed for five days."),
  }),
  test: entry({
    severity: "info",
    title: "A test",
    description:
      "An administrator tests a destination. The test is sent even if the destination didn't choose this event.",
    data: Notice,
    example: noticed("Operations", "This is a test. Notifications arrive here."),
  }),
} as const;

export type EventName = keyof typeof eventCatalogue;
export type EventData<Name extends EventName> = z.output<(typeof eventCatalogue)[Name]["data"]>;

export const EventName = z
  .enum(Object.keys(eventCatalogue) as [EventName, ...EventName[]])
  .describe("The name of an event.");

/** Events whose data describes them in a sentence. */
export type NoticeName = { [Name in EventName]: EventData<Name> extends Notice ? Name : never }[EventName];

/** Event as sent to receivers, in the outer format of the reference API. */
export interface NotifiedEvent<Name extends EventName = EventName> {
  readonly event: Name;
  readonly data: EventData<Name>;
}

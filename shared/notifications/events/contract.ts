import * as z from "zod";
import { Timestamp } from "#shared/contract/scalars.ts";

export const Severity = z
  .enum(["info", "warning", "error"])
  .describe("`error`: something has failed. `warning`: it will, if nothing is done. `info`: all is as it should be.");
export type Severity = z.infer<typeof Severity>;

const serverUrl = z.string().describe("Where this service is reached.");
const timestamp = Timestamp.describe("When it happened.");
const files = {
  files: z.array(z.string()).describe("The files."),
  fileCount: z.int().describe("How many they are."),
};
const duration = {
  duration: z.int().describe("How long it took. Milliseconds."),
  durationFormatted: z.string().describe("The same for people, such as `2m 5s`."),
};

const Build = z.object({
  status: z.string().describe("How far it is."),
  buildId: z.string().describe("What the build is called."),
  ottofmsId: z.int().describe("Its number."),
  serverUrl,
  buildUrl: z.string().describe("Its page in the console."),
  getBuildUrl: z.string().describe("Where the API answers it."),
  ...files,
  timestamp,
});
const EndedBuild = Build.extend(duration);
const SuccessfulBuild = EndedBuild.extend({
  downloadUrl: z.string().describe("Where its zip is fetched, for a while. Empty where there is none."),
  downloadFolderUrl: z.string().describe("Where its files are fetched, for a while."),
});

const Deployment = z.object({
  status: z.string().describe("How far it is."),
  deploymentId: z.int().describe("Its number; of a part, that of the part."),
  name: z.string().describe("What it is called."),
  host: z.string().describe("The name of this service's host."),
  serverUrl,
  deploymentUrl: z.string().describe("Its page in the console."),
  getDeploymentUrl: z.string().describe("Where the API answers it."),
  isSubDeployment: z.boolean().describe("Whether it is one part of several."),
  ...files,
  timestamp,
});
const EndedDeployment = Deployment.extend({
  ...duration,
  errorCount: z.int().describe("How many errors its log has."),
});

const OffsiteBackup = z.object({
  scheduleName: z.string().describe("What its schedule is called."),
  serverUrl,
  timestamp,
});
const SentBackup = OffsiteBackup.extend({
  filesTransferred: z.int().describe("How many files were sent: others were there, or are as they were before."),
  totalBackupSizeBytes: z.int().describe("How many bytes all of its files have."),
  transferDurationSeconds: z.int().describe("How long it took."),
});
const FailedBackup = OffsiteBackup.extend({ errorMessage: z.string().describe("Why.") });

/** Data of all other events. */
const Notice = z.object({
  subject: z.string().describe("What it is about."),
  text: z.string().describe("What has happened, in a sentence."),
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
    title: "A build has started",
    description: "A build has begun; one that waits for its turn does so when it is its turn.",
    data: Build,
    example: { status: "started", ...buildExample },
  }),
  build_succeeded: entry({
    severity: "info",
    title: "A build is made",
    description: "A build has come to its good end.",
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
    title: "A build has failed",
    description: "A build could not be made.",
    data: EndedBuild,
    example: { status: "failed", ...endedBuild },
  }),
  build_crashed: entry({
    severity: "error",
    title: "A build has crashed",
    description: "Nothing is heard any more of the work on a build.",
    data: EndedBuild,
    example: { status: "crashed", ...endedBuild },
  }),
  build_aborted: entry({
    severity: "warning",
    title: "A build was aborted",
    description: "An administrator has ended a build.",
    data: EndedBuild,
    example: { status: "aborted", ...endedBuild },
  }),
  deployment_started: entry({
    severity: "info",
    title: "A deployment has started",
    description: "A deployment, or one part of it, has begun.",
    data: Deployment,
    example: { status: "started", ...deploymentExample },
  }),
  deployment_success: entry({
    severity: "info",
    title: "A deployment was successful",
    description:
      "A deployment, or one part of it, has come to its good end. `errorCount` counts errors that did not end it.",
    data: EndedDeployment,
    example: { status: "success", ...endedDeployment },
  }),
  deployment_failed: entry({
    severity: "error",
    title: "A deployment has failed",
    description: "A deployment, or one part of it, has failed; its files were put back as they were.",
    data: EndedDeployment,
    example: { status: "failed", ...endedDeployment, errorCount: 1 },
  }),
  deployment_crashed: entry({
    severity: "error",
    title: "A deployment has crashed",
    description: "Nothing is heard any more of the work on a deployment.",
    data: EndedDeployment,
    example: { status: "crashed", ...endedDeployment },
  }),
  deployment_aborted: entry({
    severity: "warning",
    title: "A deployment was aborted",
    description: "An administrator has ended a deployment, or a part before this one was not successful.",
    data: EndedDeployment,
    example: { status: "aborted", ...endedDeployment },
  }),
  offsite_backup_success: entry({
    severity: "info",
    title: "A backup is offsite",
    description: "A backup has come to its place offsite.",
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
    title: "A backup could not be sent offsite",
    description: "A backup was not made, or not sent. What was sent of it is not sent again when it is tried again.",
    data: FailedBackup,
    example: { ...offsiteExample, errorMessage: "s3.example.com: The access key may not do this." },
  }),
  offsite_backup_overdue: entry({
    severity: "error",
    title: "An offsite backup is overdue",
    description: "FileMaker Server was to make a backup more than an hour ago, and none has come to its place since.",
    data: Notice,
    example: noticed(
      "Daily",
      "The backup “Daily” that FileMaker Server was to make at 2026-11-20T22:00:00.000Z has not come to its place.",
    ),
  }),
  offsite_schedule_missing: entry({
    severity: "error",
    title: "A schedule of offsite backups has lost its own",
    description: "A schedule whose backups are sent offsite was deleted in FileMaker Server.",
    data: Notice,
    example: noticed(
      "Daily",
      "FileMaker Server has no schedule “Daily” any more: no backup is made that could be sent.",
    ),
  }),
  offsite_drill_failed: entry({
    severity: "error",
    title: "An offsite backup could not be restored on trial",
    description:
      "The newest backup was restored where no server looks: a file of it is not what its manifest says, is not consistent, or could not be fetched.",
    data: Notice,
    example: noticed(
      "Daily",
      "The offsite backup Daily_2026-11-19_2300 could not be restored on trial: Contacts.fmp12: FMDeveloperTool ended with 48",
    ),
  }),
  offsite_damage_found: entry({
    severity: "error",
    title: "An offsite backup is damaged",
    description:
      "A backup in blocks was verified, and something in it is lost or was altered. The next backup sends anew what it needs, and older ones are repaired from that.",
    data: Notice,
    example: noticed(
      "Daily",
      "What lies offsite of “Daily” is damaged: 2 files of its snapshots do not come back whole, such as Contacts.fmp12 of snapshot 12.",
    ),
  }),
  agent_away: entry({
    severity: "error",
    title: "The agent is away",
    description:
      "The agent on the database host has had no link for two minutes: nothing can be done there until it is back.",
    data: Notice,
    example: noticed("fms.example.com", "The agent on fms.example.com has no link to Latchkey."),
  }),
  agent_back: entry({
    severity: "info",
    title: "The agent is back",
    description: "The agent is linked again.",
    data: Notice,
    example: noticed("fms.example.com", "The agent on fms.example.com is linked again. It was away for 12m 5s."),
  }),
  filemaker_server_away: entry({
    severity: "error",
    title: "FileMaker Server is away",
    description: "FileMaker Server has not answered for a minute, or its Database Server is stopped.",
    data: Notice,
    example: noticed("fms.example.com", "The Database Server is stopped: no file can be opened."),
  }),
  filemaker_server_back: entry({
    severity: "info",
    title: "FileMaker Server is back",
    description: "FileMaker Server answers again.",
    data: Notice,
    example: noticed("fms.example.com", "FileMaker Server answers at fms.example.com again. It was away for 3m 20s."),
  }),
  key_failing: entry({
    severity: "error",
    title: "A key fails",
    description: "FileMaker Server refuses the account behind a key: its password was changed, or it lost a privilege.",
    data: Notice,
    example: noticed("Shop", "Data API Key 3 “Shop” fails: FileMaker Server refuses its account in Contacts.fmp12."),
  }),
  key_working: entry({
    severity: "info",
    title: "A key works again",
    description: "FileMaker Server takes the account behind a key again.",
    data: Notice,
    example: noticed("Shop", "Data API Key 3 “Shop” works again. It had failed for 1h 2m."),
  }),
  disk_low: entry({
    severity: "error",
    title: "A disk is nearly full",
    description:
      "A disk of the database host or of Latchkey itself has less than twice of what `DISK_FLOOR_MB` says is to stay free. Below that, work there is refused.",
    data: Notice,
    example: noticed("Database host", "Little is left on the database host: 812 MB for databases and backups."),
  }),
  disk_enough: entry({
    severity: "info",
    title: "A disk has room again",
    description: "The disks have enough space again.",
    data: Notice,
    example: noticed("Database host", "The disks of the database host have room again."),
  }),
  certificate_ends: entry({
    severity: "warning",
    title: "A certificate ends soon",
    description:
      "The certificate of FileMaker Server, or our own, ends in 30 days; notified again 7 days and 1 day before.",
    data: Notice,
    example: noticed("FileMaker Server", "The certificate of FileMaker Server ends in 7 days, on 2026-11-27."),
  }),
  certificate_ended: entry({
    severity: "error",
    title: "A certificate has ended",
    description: "Clients refuse to connect until it is replaced.",
    data: Notice,
    example: noticed("FileMaker Server", "The certificate of FileMaker Server has ended on 2026-11-20."),
  }),
  certificate_renewed: entry({
    severity: "info",
    title: "A certificate was renewed",
    description: "A certificate that was to end soon was replaced.",
    data: Notice,
    example: noticed("FileMaker Server", "The certificate of FileMaker Server was renewed: it ends on 2027-11-20."),
  }),
  sign_ins_refused: entry({
    severity: "warning",
    title: "Many sign-ins were refused",
    description:
      "50 or more credentials were refused within ten minutes: guesses, or a client with an old password or key.",
    data: Notice,
    example: noticed("Sign-ins", "73 credentials were refused within ten minutes, 70 of them from 203.0.113.7."),
  }),
  alert_ringing: entry({
    severity: "warning",
    title: "An alert rings",
    description: "What an alert rule watches has been as the rule says for as long as it says.",
    data: Notice,
    example: noticed(
      "The cache is too small",
      "“The cache is too small”: the average of cacheHit has been below 90 percent for 10 minutes, now 81.",
    ),
  }),
  alert_ended: entry({
    severity: "info",
    title: "An alert is over",
    description: "What an alert rule watches is back to normal.",
    data: Notice,
    example: noticed("The cache is too small", "“The cache is too small” is back to normal. It lasted for 1h 2m."),
  }),
  webhook_disabled: entry({
    severity: "error",
    title: "A webhook was switched off",
    description:
      "A target of a table trigger has answered that it is gone, or has failed for five days; or FileMaker Server must not send to a trigger's address.",
    data: Notice,
    example: noticed(
      "Orders to the shop",
      "A target of “Orders to the shop” was switched off. It took nothing for five days.",
    ),
  }),
  schema_changed: entry({
    severity: "warning",
    title: "The schema of a table was changed",
    description: "FileMaker Server reports it for the table of a trigger that asks for it and goes through the relay.",
    data: Notice,
    example: noticed("Orders", "The schema of table Orders in Shop.fmp12 was changed."),
  }),
  schedule_missed: entry({
    severity: "warning",
    title: "A schedule was missed",
    description: "Latchkey did not run at the moment that a schedule was planned for.",
    data: Notice,
    example: noticed("Nightly", "“Nightly” was not run on time: it was planned for 2026-11-20T01:30:00.000Z."),
  }),
  schedule_failed: entry({
    severity: "error",
    title: "A schedule could not start its work",
    description: "A planned build or deployment was refused before it began.",
    data: Notice,
    example: noticed("Nightly", "“Nightly” could not start its work. The agent is not linked."),
  }),
  destination_disabled: entry({
    severity: "error",
    title: "A destination was switched off",
    description: "A destination of notifications has answered that it is gone, or has failed for five days.",
    data: Notice,
    example: noticed("Operations", "“Operations” has failed for five days, and was switched off."),
  }),
  test: entry({
    severity: "info",
    title: "A test",
    description: "An administrator tries a destination. It goes there whatever the destination has chosen.",
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

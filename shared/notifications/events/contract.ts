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

/** What every other event says. */
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
const noticed = (subject: string, text: string): Notice => ({
  subject,
  text,
  serverUrl: "https://fms.example.com",
  timestamp: "2026-11-20T09:15:02.114Z",
});

/** An event that can be notified. */
interface EventEntry<Data extends z.ZodType> {
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
  readonly data: Data;
  readonly example: z.input<Data>;
  /** The event that it takes back. */
  readonly resolves?: string;
}

function entry<Data extends z.ZodType>(given: EventEntry<Data>): EventEntry<Data> {
  return given;
}

/** Every event that can be notified, by its name. Names and fields of builds and deployments are those of the reference. */
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
  server_away: entry({
    severity: "error",
    title: "FileMaker Server does not answer",
    description: "FileMaker Server, or its Database Server, has not answered for two minutes.",
    data: Notice,
    example: noticed("FileMaker Server", "FileMaker Server answers, but its Database Server is stopped."),
  }),
  server_back: entry({
    severity: "error",
    title: "FileMaker Server answers again",
    description: "FileMaker Server is back.",
    data: Notice,
    example: noticed("FileMaker Server", "FileMaker Server answers."),
    resolves: "server_away",
  }),
  agent_away: entry({
    severity: "warning",
    title: "The agent is away",
    description: "The agent on the database host has not been linked, or has not answered, for two minutes.",
    data: Notice,
    example: noticed("the agent", "The agent is away."),
  }),
  agent_back: entry({
    severity: "warning",
    title: "The agent is back",
    description: "The agent on the database host is linked, and answers.",
    data: Notice,
    example: noticed("the agent", "The agent is linked."),
    resolves: "agent_away",
  }),
  disk_low: entry({
    severity: "error",
    title: "A disk is nearly full",
    description: "A disk of the database host or of this service has less left than is to stay free (`DISK_FLOOR_MB`).",
    data: Notice,
    example: noticed("disks", "The disk of the folder of databases has 512.0 MB left; 1000.0 MB are to stay free."),
  }),
  disk_freed: entry({
    severity: "error",
    title: "The disks have space again",
    description: "All disks have more left than is to stay free.",
    data: Notice,
    example: noticed("disks", "The disks have space again."),
    resolves: "disk_low",
  }),
  certificate_ending: entry({
    severity: "warning",
    title: "A certificate ends soon",
    description: "FileMaker Server's certificate ends within 30 days, or has ended.",
    data: Notice,
    example: noticed("fms.example.com", "The certificate of fms.example.com ends in 12 days, on 2026-12-02."),
  }),
  certificate_renewed: entry({
    severity: "warning",
    title: "The certificate was renewed",
    description: "FileMaker Server's certificate is good for more than 30 days again.",
    data: Notice,
    example: noticed("fms.example.com", "The certificate of fms.example.com is valid until 2027-11-20."),
    resolves: "certificate_ending",
  }),
  key_failing: entry({
    severity: "error",
    title: "A key does not work any more",
    description: "FileMaker Server refuses the account of a stored key: every call with it fails.",
    data: Notice,
    example: noticed("Web shop", "FileMaker Server refuses the account of the key “Web shop” for Contacts."),
  }),
  key_working: entry({
    severity: "error",
    title: "A key works again",
    description: "FileMaker Server takes the account of a stored key again.",
    data: Notice,
    example: noticed("Web shop", "FileMaker Server takes the account of the key “Web shop” again."),
    resolves: "key_failing",
  }),
  sign_ins_refused: entry({
    severity: "warning",
    title: "Many sign-ins are refused",
    description:
      "Many sign-ins with FileMaker accounts were refused within a few minutes: passwords may be being guessed.",
    data: Notice,
    example: noticed("sign-ins", "120 sign-ins were refused within 15 minutes."),
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

/** An event as receivers get it: the outer shape is the reference's. */
export interface NotifiedEvent<Name extends EventName = EventName> {
  readonly event: Name;
  readonly data: EventData<Name>;
}

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

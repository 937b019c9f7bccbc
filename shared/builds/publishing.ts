import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { type TaskFieldsFor, tasks } from "#shared/agent/protocol/tasks/task.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { PublishDestination } from "#shared/contract/values/publish-destination.ts";
import type { JobPlan } from "#shared/jobs/job-kind.ts";
import type { Jobs } from "#shared/jobs/jobs.ts";
import type { BuildRecord } from "./record.ts";

export const publishPlan: JobPlan = {
  kind: "builds.publish",
  title: "Publish the build",
  phases: tasks["builds.publish"].phases,
  canAbort: true,
};

interface PublishingDependencies {
  readonly jobs: () => Pick<Jobs, "accept">;
  /** The input of a process whose work the agent does, sealed to it. */
  readonly taskInput: (
    work: "builds.publish",
    fields: TaskFieldsFor<"builds.publish">,
  ) => (processId: number) => Promise<unknown>;
  /** Names under which the service of another server may be found. */
  readonly prefixes: readonly string[];
  /** Networks beside the public ones that may be called. */
  readonly networks: readonly string[];
  /** What is left free on the host's disks. */
  readonly floorBytes: number;
}

/** Has a build brought elsewhere; under a key, once. Answers the process. @throws ServiceError not_configured, input_invalid */
export type PublishBuild = (
  record: Pick<BuildRecord, "id" | "buildId">,
  destination: PublishDestination,
  origin: { readonly startedBy: string; readonly key?: string },
) => Promise<number>;

export function publishing({ jobs, taskInput, floorBytes, ...server }: PublishingDependencies): PublishBuild {
  return async ({ id, buildId: build }, destination, { startedBy, key }) =>
    jobs().accept({
      plan: {
        ...publishPlan,
        title: `${publishPlan.title} ${build}`.slice(0, 200),
        objects: [`build:${id}`],
      },
      inputOf: taskInput("builds.publish", { build, destination: taskDestination(destination, server), floorBytes }),
      startedBy,
      key,
    });
}

/** Refuses what could never be published there. @throws ServiceError not_configured, input_invalid */
export function checkDestination(destination: PublishDestination): void {
  taskDestination(destination, { prefixes: [], networks: [] });
}

type Surroundings = Pick<PublishingDependencies, "prefixes" | "networks">;

function taskDestination(destination: PublishDestination, { prefixes, networks }: Surroundings): BuildDestination {
  switch (destination.type) {
    case "server": {
      const { serverUrl: address, apiKey: token } = destination;
      return { kind: "server", address, token, prefixes: [...prefixes], networks: [...networks] };
    }
    case "http_folder":
      return { kind: "web-folder", folder: trimmed(destination.subFolder ?? "") };
    case "offsite_storage":
      throw new ServiceError("not_configured", { text: "`offsite_storage`" });
    case "sftp": {
      refuseFileServer(destination);
      const { hostKey } = destination;
      const server = fileServerOf(destination, ["sftp:"], 22);
      return { kind: "sftp", ...server, networks: [...networks], ...(hostKey !== undefined && { hostKey }) };
    }
    case "ftp": {
      refuseFileServer(destination);
      const server = fileServerOf(destination, ["ftp:", "ftps:"], 21);
      const needsTls = addressOf(destination).protocol === "ftps:";
      return { kind: "ftp", ...server, needsTls, networks: [...networks] };
    }
  }
}

function refuseFileServer({ type }: FileServer): void {
  throw new ServiceError("not_configured", { text: `\`${type}\`` });
}

type FileServer = Extract<PublishDestination, { readonly type: "sftp" | "ftp" }>;

function fileServerOf(destination: FileServer, protocols: readonly string[], usualPort: number) {
  const { port, username = "anonymous", password = "", folder, inplace } = destination;
  const url = addressOf(destination);
  if (!protocols.includes(url.protocol) || url.hostname === "")
    throw refused(`must be a name or an address such as ${protocols[0]}//files.example.com`);
  if (url.username !== "" || url.password !== "") throw refused("the account goes into `username` and `password`");
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: port ?? (Number(url.port) || usualPort),
    username,
    password,
    // A leading slash is the server's root, not the account's own folder.
    folder: (folder ?? decodeURIComponent(url.pathname)).replace(/\/+$/, ""),
    isInPlace: inplace,
  };
}

/** @throws ServiceError input_invalid */
function addressOf({ type, serverUrl }: FileServer): URL {
  const url = URL.parse(serverUrl.includes("://") ? serverUrl : `${type}://${serverUrl}`);
  if (url === null) throw refused("is no address");
  return url;
}

function refused(why: string): ServiceError {
  return new ServiceError("input_invalid", { text: `\`serverUrl\`: ${why}` });
}

function trimmed(folder: string): string {
  return folder
    .split("/")
    .filter((name) => name !== "")
    .join("/");
}

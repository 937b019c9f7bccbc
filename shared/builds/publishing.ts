import { isFileMakerFolder } from "#shared/agent/protocol/filemaker-folders.ts";
import { StorePlace } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { type TaskFieldsFor, tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { OpenLocationNamed } from "#shared/backups/api.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { refuseMasks } from "#shared/contract/values/kept-secrets.ts";
import { Folders, type PublishDestination } from "#shared/contract/values/publish-destination.ts";
import type { JobPlan, Jobs } from "#shared/jobs/api.ts";
import type { BuildRecord } from "./record.ts";

export const publishPlan: JobPlan = {
  kind: "builds.publish",
  title: "Publish build",
  phases: tasks["builds.publish"].phases,
  canAbort: true,
};

interface PublishingDependencies {
  readonly jobs: () => Pick<Jobs, "accept">;
  /** Returns the input of an agent's process, sealed to that process. */
  readonly taskInput: (
    work: "builds.publish",
    fields: TaskFieldsFor<"builds.publish">,
  ) => (processId: number) => Promise<unknown>;
  readonly openLocation: OpenLocationNamed;
  /** Possible path prefixes of the service on another server. */
  readonly prefixes: readonly string[];
  /** Private networks that Latchkey can call in addition to public networks. */
  readonly networks: readonly string[];
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
}

/** Publishes builds to other places. */
export interface BuildPublishing {
  /** Rejects a build that can't be published there. @throws ServiceError input_invalid, offsite_location_not_found */
  check(build: string, destination: PublishDestination): Promise<void>;
  readonly publish: PublishBuild;
}

/** Publishes a build, once per key. Returns the process. @throws ServiceError input_invalid, secret_masked, offsite_location_not_found */
export type PublishBuild = (
  record: Pick<BuildRecord, "id" | "buildId">,
  destination: PublishDestination,
  origin: { readonly startedBy: string; readonly key?: string },
) => Promise<number>;

export function publishing({ jobs, taskInput, floorBytes, ...elsewhere }: PublishingDependencies): BuildPublishing {
  return {
    async check(build, destination) {
      refuseFileMakerFolder(build, destination);
      await taskDestination(destination, elsewhere);
    },
    async publish({ id, buildId: build }, destination, { startedBy, key }) {
      refuseMasks(destination);
      const fields = { build, destination: await taskDestination(destination, elsewhere), floorBytes };
      return jobs().accept({
        plan: {
          ...publishPlan,
          title: `${publishPlan.title} ${build}`.slice(0, 200),
          objects: [`build:${id}`],
        },
        inputOf: taskInput("builds.publish", fields),
        startedBy,
        key,
      });
    },
  };
}

/**
 * Rejects names of FileMaker Server's folders. The agent does too, because a build can get its name later.
 * @throws ServiceError input_invalid
 */
function refuseFileMakerFolder(build: string, { type }: PublishDestination): void {
  const makesFolder = type === "http_folder" || type === "sftp" || type === "ftp";
  if (makesFolder && isFileMakerFolder(build))
    throw new ServiceError("input_invalid", {
      text: `\`buildId\`: FileMaker Server uses the name ${build}. Publish a build with another ID`,
    });
}

type Elsewhere = Pick<PublishingDependencies, "prefixes" | "networks" | "openLocation">;

async function taskDestination(destination: PublishDestination, elsewhere: Elsewhere): Promise<BuildDestination> {
  const networks = [...elsewhere.networks];
  switch (destination.type) {
    case "server": {
      const { serverUrl: address, apiKey: token } = destination;
      return { kind: "server", address, token, prefixes: [...elsewhere.prefixes], networks };
    }
    case "push":
      return { kind: "push", token: destination.url, networks };
    case "http_folder":
      return { kind: "web-folder", folder: trimmed(destination.subFolder ?? "") };
    case "offsite_storage": {
      const { offsiteLocation, subFolder = "" } = destination;
      const { address, credentials } = await elsewhere.openLocation(offsiteLocation.remote_name);
      const folder = trimmed(`${offsiteLocation.remote_path}/${subFolder}`);
      if (!StorePlace.shape.folder.safeParse(folder).success)
        throw new ServiceError("input_invalid", { text: "`remote_path` and `subFolder` are too long together" });
      return { kind: "store", ...address, ...credentials, bucket: offsiteLocation.bucket_name, folder, networks };
    }
    case "sftp": {
      const { hostKey } = destination;
      const server = fileServerOf(destination, ["sftp:"], 22);
      return { kind: "sftp", ...server, networks, ...(hostKey !== undefined && { hostKey }) };
    }
    case "ftp": {
      const server = fileServerOf(destination, ["ftp:", "ftps:"], 21);
      const needsTls = addressOf(destination).protocol === "ftps:";
      const { allowPlainText } = destination;
      if (needsTls && allowPlainText) throw refused("must not begin with `ftps://` if `allowPlainText` is true");
      return { kind: "ftp", ...server, needsTls, networks, ...(allowPlainText && { allowsPlainText: true as const }) };
    }
  }
}

type FileServer = Extract<PublishDestination, { readonly type: "sftp" | "ftp" }>;

function fileServerOf(destination: FileServer, protocols: readonly string[], usualPort: number) {
  const { port, username = "anonymous", password = "", folder, inplace } = destination;
  const url = addressOf(destination);
  if (!protocols.includes(url.protocol) || url.hostname === "")
    throw refused(`must be a name or an address such as ${protocols[0]}//files.example.com`);
  if (url.username !== "" || url.password !== "")
    throw refused("must not contain an account. Use `username` and `password`");
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: port ?? (Number(url.port) || usualPort),
    username,
    password,
    // A leading slash is the server's root, not the account's home folder.
    folder: (folder ?? folderIn(url)).replace(/\/+$/, ""),
    isInPlace: inplace,
  };
}

/** Returns the folder in an address, with the same rules as `folder`. @throws ServiceError input_invalid */
function folderIn({ pathname }: URL): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    throw refused("must have a valid path. Write % as %25, or use `folder`");
  }
  const folder = Folders.safeParse(decoded);
  if (!folder.success) throw refused(`has an invalid path: ${folder.error.issues[0]?.message}`);
  return folder.data;
}

/** @throws ServiceError input_invalid */
function addressOf({ type, serverUrl }: FileServer): URL {
  const url = URL.parse(serverUrl.includes("://") ? serverUrl : `${type}://${serverUrl}`);
  if (url === null) throw refused("must be a valid address");
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

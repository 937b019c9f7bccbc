import { type RestoreTarget, restoresFolder } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { AdministratorOf, Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { fileObjects, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { SubDeployment } from "#shared/deployments/request/contract.ts";
import type { DownloadRecord } from "#shared/downloads/api.ts";
import type { Jobs } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { OpenLocationNamed } from "../locations/open-location.ts";
import { folderOf } from "../locations/rules.ts";
import type { offsiteRestores } from "./contract.ts";
import type { FoundBackup, OffsiteBackups } from "./offsite-backups.ts";
import type { OffsitePlace } from "./open-place.ts";
import { containerPlan, restorePlan, undoContainersPlan } from "./plan.ts";
import { missingFile, shownBackup } from "./rules.ts";
import { storedSnapshot } from "./stored-snapshot.ts";

type RestoreFields = TaskFieldsFor<"backups.restore">;

interface RestoreDeployment {
  readonly label: string;
  readonly parts: readonly SubDeployment[];
  readonly abortsRemaining: boolean;
  readonly isRehearsal: boolean;
  readonly chain: readonly [];
  readonly scheduled: boolean;
}

interface StartedDeployment {
  readonly subDeploymentIds: readonly number[];
  readonly processIds: readonly number[];
}

interface RestoreDependencies {
  readonly found: OffsiteBackups;
  /** Starts deployments of restored files. */
  readonly deployments: {
    start(deployment: RestoreDeployment, call: Pick<Call, "caller">): Promise<StartedDeployment>;
  };
  readonly jobs: () => Pick<Jobs, "accept">;
  /** Returns the input of an agent's process, sealed to that process. */
  readonly taskInput: <Name extends "backups.restore" | "backups.restore-containers" | "backups.undo-containers">(
    work: Name,
    fields: TaskFieldsFor<Name>,
  ) => (processId: number) => Promise<unknown>;
  /** Returns the account for FileMaker Server, which is needed if it doesn't know the host's own key. */
  readonly administrator: AdministratorOf;
  readonly openLocation: OpenLocationNamed;
  /** Stores a download, and returns its token and path. */
  readonly keepDownload: (
    record: DownloadRecord,
  ) => Promise<{ readonly downloadToken: string; readonly downloadPath: string }>;
  /** Private networks that Latchkey can call in addition to public networks. */
  readonly networks: readonly string[];
  /** Minimum free space on the host's disks, in bytes. */
  readonly floorBytes: number;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Target that doesn't replace a hosted file, and the files to restore there. */
interface Elsewhere {
  readonly to: "folder" | "download";
  /** Name of the folder. Default: made from the title and the time. */
  readonly folder: string | undefined;
  readonly title: string;
  readonly files: readonly string[];
}

type Input = Parameters<ServiceOf<typeof offsiteRestores>["restoreOffsiteFiles"]>[0];

/** Lifetime of a download in milliseconds. */
const downloadMs = 24 * 60 * 60_000;
/** Time after the expiry in which a running download can finish, in milliseconds. */
const keptAfterExpiryMs = 60 * 60_000;
const usualMessage = "This file is closing because a backup of it is being restored.";
const nothing = { deploymentId: null, folder: null, download: null };

/** Restores offsite backups: over hosted files, next to them, into a folder or as a download. */
export function restoreService(dependencies: RestoreDependencies): ServiceOf<typeof offsiteRestores> {
  const { found, deployments, jobs, taskInput, openLocation, keepDownload, administrator, clock, ids } = dependencies;
  const { networks, floorBytes } = dependencies;

  const deployed = async (input: Input, folder: string, call: Pick<Call, "caller">) => {
    const { backup, files, containers, message = usualMessage } = input;
    const { remote_name, bucket_name, remote_path } = input;
    const part = SubDeployment.parse({
      name: `Restore ${folder}`.slice(0, 100),
      source: {
        type: "offsite_backup",
        offsiteLocation: { remote_name, bucket_name, remote_path },
        backup,
        fileNames: [...new Set(files.map(({ fileName }) => fullDatabaseName(fileName)))],
      },
      fileOperations: files.map(({ fileName, targetName = fileName, encryptionKey }) => {
        const withKey = encryptionKey === undefined ? {} : { encryptionKey };
        const isItself = fullDatabaseName(targetName) === fullDatabaseName(fileName);
        return {
          operation: "install",
          // Under another name, there must be nothing to replace.
          overwrite: isItself,
          source: { fileName: fullDatabaseName(fileName), ...withKey },
          target: { fileName: fullDatabaseName(targetName), ...withKey },
        };
      }),
      options: { transferContainerData: containers, closeFilesMessage: message },
    });
    const label = `Restore ${folder}`.slice(0, 100);
    const flags = { abortsRemaining: false, isRehearsal: false, scheduled: false };
    const started = await deployments.start({ label, parts: [part], chain: [], ...flags }, call);
    const { subDeploymentIds, processIds } = started;
    return { ...nothing, processId: processIds[0] ?? 0, deploymentId: subDeploymentIds[0] ?? 0 };
  };

  const placeOf = async ({ remote_name, bucket_name, remote_path }: OffsitePlace) => {
    const { address, credentials } = await openLocation(remote_name);
    return { ...address, ...credentials, bucket: bucket_name, folder: folderOf(remote_path) };
  };

  const brought = async (
    input: Input,
    { opened }: FoundBackup,
    toOf: (processId: number) => RestoreFields["to"],
    call: Pick<Call, "caller">,
  ): Promise<number> => {
    const names = input.files.map(({ fileName }) => fullDatabaseName(fileName));
    const fields: Omit<RestoreFields, "to"> = {
      store: await placeOf(input),
      ...(opened === null
        ? { folder: `dbs/${input.backup}` }
        : storedSnapshot({ ...opened, name: opened.snapshot.name })),
      files: names,
      networks: [...networks],
      withContainers: input.containers,
      floorBytes,
    };
    return jobs().accept({
      plan: {
        ...restorePlan,
        title: `${restorePlan.title} ${names.join(", ")}`.slice(0, 200),
        objects: fileObjects(names),
      },
      inputOf: (id) => taskInput("backups.restore", { ...fields, to: toOf(id) })(id),
      startedBy: callerName(call.caller),
    });
  };

  /** Restores into a new folder among the backups, or into a download. */
  const elsewhere = async (
    { to, folder: wanted, title, files }: Elsewhere,
    { caller }: Pick<Call, "caller">,
    begin: (toOf: (processId: number) => RestoreTarget) => Promise<number>,
  ) => {
    const now = clock.now();
    if (to === "folder") {
      const time = timestamp(now).slice(0, 19).replaceAll(":", "");
      // Several restores can begin within one second.
      const folderOfProcess = (id: number) => wanted ?? `${title} at ${time} (${id})`;
      const processId = await begin((id) => ({ kind: "folder", folder: folderOfProcess(id) }));
      return { ...nothing, processId, folder: `Backups/${restoresFolder}/${folderOfProcess(processId)}` };
    }
    const id = ids.uuid();
    const name = `${title}.zip`;
    const expiresAt = now + downloadMs;
    const processId = await begin(() => ({
      ...{ kind: "download", download: id, name, keptUntil: expiresAt + keptAfterExpiryMs },
    }));
    const record: DownloadRecord = {
      ...{ schema: 1, id, kind: "copy", files: [...files], name, processId },
      keyId: caller.kind === "admin-key" ? caller.keyId : null,
      ...{ createdAt: now, expiresAt },
    };
    const kept = await keepDownload(record);
    return { ...nothing, processId, download: { ...kept, fileName: name, expiresAt: timestamp(expiresAt) } };
  };

  return {
    async listOffsiteBackups(place) {
      const { backups, closed } = await found.all(place);
      return {
        backups: backups.map(shownBackup),
        closed_sets: closed.map(({ set, recoveryKeys }) => ({ set, recovery_keys: [...recoveryKeys] })),
      };
    },

    async listOffsiteBackupFiles({ backup, ...place }) {
      const { folder, whole, files, bytes, opened } = await found.one(place, backup);
      return { backup: folder, layout: opened === null ? "files" : "blocks", whole, files: [...files], bytes };
    },

    async restoreOffsiteFiles(input, call) {
      const backup = await found.one(input, input.backup);
      const names = input.files.map(({ fileName }) => fullDatabaseName(fileName));
      const missing = missingFile(backup.files, names);
      if (missing !== undefined) throw new ServiceError("offsite_file_not_found", { text: missing });
      if (input.to === "here") return deployed(input, backup.folder, call);
      return elsewhere({ to: input.to, folder: input.folder, title: backup.folder, files: names }, call, (toOf) =>
        brought(input, backup, toOf, call),
      );
    },

    async restoreOffsiteContainers({ container, backup, to, folder, ...place }, call) {
      const server = await administrator(call);
      const store = await placeOf(place);
      const opened = backup === undefined ? null : (await found.one(place, backup)).opened;
      if (backup !== undefined && opened === null) throw new ServiceError("offsite_backup_not_found");
      const stored = opened && storedSnapshot({ ...opened, name: opened.snapshot.name });
      const title = opened === null ? `container${container}` : `${opened.snapshot.backup} container${container}`;
      const begun = (toOf: (processId: number) => TaskFieldsFor<"backups.restore-containers">["to"]) =>
        jobs().accept({
          plan: {
            ...containerPlan,
            title: `${containerPlan.title} ${container}`,
            objects: [
              `offsite-location:${place.remote_name}`,
              // Marks the process as one that can be undone.
              ...(to === "here" ? [`container-folder:${container}`] : []),
            ],
          },
          inputOf: (id) =>
            taskInput("backups.restore-containers", {
              ...{ server, number: container, store, to: toOf(id), networks: [...networks], floorBytes },
              ...(stored !== null && { snapshot: { folder: stored.folder, of: stored.snapshot } }),
            })(id),
          startedBy: callerName(call.caller),
        });
      if (to === "here") return { processId: await begun(() => ({ kind: "here" })), folder: null, download: null };
      const { deploymentId: _, ...answer } = await elsewhere({ to, folder, title, files: [] }, call, begun);
      return answer;
    },

    async undoOffsiteContainers({ processId: process }, call) {
      const processId = await jobs().accept({
        plan: { ...undoContainersPlan, objects: [`process:${process}`] },
        inputOf: taskInput("backups.undo-containers", { process }),
        startedBy: callerName(call.caller),
      });
      return { processId };
    },
  };
}

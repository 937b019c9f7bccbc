import { restoresFolder } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskFieldsFor } from "#shared/agent/protocol/tasks/task.ts";
import type { Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { fileObjects, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { SubDeployment } from "#shared/deployments/contract.ts";
import type { DeploymentStarts } from "#shared/deployments/start-deployment.ts";
import type { DownloadRecord } from "#shared/downloads/record.ts";
import type { Jobs } from "#shared/jobs/jobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { OpenLocationNamed } from "../locations/open-location.ts";
import { folderOf } from "../locations/rules.ts";
import type { offsiteRestores } from "./contract.ts";
import type { FoundBackup, OffsiteBackups } from "./offsite-backups.ts";
import { restorePlan } from "./plan.ts";
import { missingFile, shownBackup } from "./rules.ts";
import { storedSnapshot } from "./stored-snapshot.ts";

type RestoreFields = TaskFieldsFor<"backups.restore">;

interface RestoreDependencies {
  readonly found: OffsiteBackups;
  readonly deployments: Pick<DeploymentStarts, "start">;
  readonly jobs: () => Pick<Jobs, "accept">;
  /** The input of a process whose work the agent does, sealed to it. */
  readonly taskInput: (work: "backups.restore", fields: RestoreFields) => (processId: number) => Promise<unknown>;
  readonly openLocation: OpenLocationNamed;
  /** Keeps a download, and answers what opens it and where it is read. */
  readonly keepDownload: (
    record: DownloadRecord,
  ) => Promise<{ readonly downloadToken: string; readonly downloadPath: string }>;
  /** Networks beside the public ones that may be called. */
  readonly networks: readonly string[];
  /** What is left free on the host's disks. */
  readonly floorBytes: number;
  readonly clock: Clock;
  readonly ids: Ids;
}

type Input = Parameters<ServiceOf<typeof offsiteRestores>["restoreOffsiteFiles"]>[0];

/** How long a download is there. Milliseconds. */
const downloadMs = 24 * 60 * 60_000;
/** One that has begun comes to its end. Milliseconds. */
const keptAfterExpiryMs = 60 * 60_000;
const usualMessage = "This file is closed: a backup of it is restored.";
const nothing = { deploymentId: null, folder: null, download: null };

/** Having offsite backups back: in the place of hosted files, beside them, into a folder or as a download. */
export function restoreService(dependencies: RestoreDependencies): ServiceOf<typeof offsiteRestores> {
  const { found, deployments, jobs, taskInput, openLocation, keepDownload, clock, ids } = dependencies;

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
          // Under another name nothing is to be replaced.
          overwrite: isItself,
          source: { fileName: fullDatabaseName(fileName), ...withKey },
          target: { fileName: fullDatabaseName(targetName), ...withKey },
        };
      }),
      options: { transferContainerData: containers, closeFilesMessage: message },
    });
    const label = `Restore ${folder}`.slice(0, 100);
    const whole = { label, parts: [part], abortsRemaining: false, isRehearsal: false, chain: [], scheduled: false };
    const { subDeploymentIds, processIds } = await deployments.start(whole, call);
    return { ...nothing, processId: processIds[0] ?? 0, deploymentId: subDeploymentIds[0] ?? 0 };
  };

  const brought = async (
    input: Input,
    { opened }: FoundBackup,
    to: RestoreFields["to"],
    call: Pick<Call, "caller">,
  ): Promise<number> => {
    const { networks, floorBytes } = dependencies;
    const { address, credentials } = await openLocation(input.remote_name);
    const names = input.files.map(({ fileName }) => fullDatabaseName(fileName));
    const fields: RestoreFields = {
      store: { ...address, ...credentials, bucket: input.bucket_name, folder: folderOf(input.remote_path) },
      ...(opened === null
        ? { folder: `dbs/${input.backup}` }
        : storedSnapshot({ ...opened, name: opened.snapshot.name })),
      files: names,
      networks: [...networks],
      withContainers: input.containers,
      to,
      floorBytes,
    };
    return jobs().accept({
      plan: {
        ...restorePlan,
        title: `${restorePlan.title} ${names.join(", ")}`.slice(0, 200),
        objects: fileObjects(names),
      },
      inputOf: taskInput("backups.restore", fields),
      startedBy: callerName(call.caller),
    });
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
      const now = clock.now();
      if (input.to === "folder") {
        const folder = input.folder ?? `${backup.folder} at ${timestamp(now).slice(0, 19).replaceAll(":", "")}`;
        const processId = await brought(input, backup, { kind: "folder", folder }, call);
        return { ...nothing, processId, folder: `Backups/${restoresFolder}/${folder}` };
      }
      const id = ids.uuid();
      const name = `${backup.folder}.zip`;
      const expiresAt = now + downloadMs;
      const to = { kind: "download", download: id, name, keptUntil: expiresAt + keptAfterExpiryMs } as const;
      const processId = await brought(input, backup, to, call);
      const keyId = call.caller.kind === "admin-key" ? call.caller.keyId : null;
      const record: DownloadRecord = {
        schema: 1,
        id,
        kind: "copy",
        files: names,
        name,
        processId,
        keyId,
        createdAt: now,
        expiresAt,
      };
      const kept = await keepDownload(record);
      return { ...nothing, processId, download: { ...kept, fileName: name, expiresAt: timestamp(expiresAt) } };
    },
  };
}

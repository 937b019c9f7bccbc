import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DrillOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { makeSharedFolder, processFolder } from "../../builds/build-folder.ts";
import { sentenceOf } from "../../operations/developer-tool.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext, TaskKind } from "../../tasks/task-context.ts";
import { storeAt } from "../store-at.ts";
import { drilledContainers } from "./drill-containers.ts";
import { bringDatabases } from "./fetch-databases.ts";
import { openBackup } from "./open-backup.ts";
import type { StoredBackup } from "./stored-backup.ts";

type Fields = TaskFields<"backups.drill">;
type Verdict = DrillOutcome["files"][number];

/**
 * Restores a backup as a test: each database separately, so that only one at a time takes space, and the external container folders sent
 * with it file by file. Reports for each whether it is intact.
 */
export const drillBackup: TaskKind<"backups.drill"> = {
  files: ({ folder }) => [`drill of ${folder}?`],

  async run(fields, context) {
    const { step, progress, host } = context;
    const work = processFolder(host, context.process);
    const { files, containers = [] } = fields;
    progress({ phase: "drilling" });
    const encrypted = await step({ name: "look", perform: () => encryptedFiles(fields, context) });
    const opened = openedOnce(fields, context, work);
    const verdicts: Verdict[] = [];
    const containerVerdicts: DrillOutcome["containers"][number][] = [];
    /** Returns a step with its own work folder. */
    const drilling = <T>(name: string, drill: (into: string) => Promise<T>) =>
      step({
        name,
        async perform() {
          const into = join(work, "drill");
          try {
            await rm(into, { recursive: true, force: true });
            await makeSharedFolder(host, into);
            return await drill(into);
          } finally {
            await rm(into, { recursive: true, force: true });
          }
        },
      });
    try {
      for (const [index, file] of files.entries()) {
        const isEncrypted = encrypted.includes(normalizedDatabaseName(file));
        verdicts.push(
          await drilling(`drill ${index}`, (into) =>
            drilled(file, isEncrypted, { fields, context, into, backup: opened.backup }),
          ),
        );
      }
      for (const place of containers)
        containerVerdicts.push(
          await drilling(`drill container${place.number}`, (into) => drilledContainers(place, fields, context, into)),
        );
    } finally {
      await opened.close();
      await rm(work, { recursive: true, force: true });
    }
    const fault = [...verdicts, ...containerVerdicts].find((verdict) => verdict.fault !== null)?.fault ?? null;
    const outcome = JSON.stringify({ files: verdicts, containers: containerVerdicts } satisfies DrillOutcome);
    return { state: fault === null ? "done" : "failed", reason: fault, outcome } satisfies TaskEnd;
  },
};

/** Returns files that need an encryption key, which we don't have. None if FileMaker Server doesn't list them. */
async function encryptedFiles({ server }: Fields, { servers }: TaskContext): Promise<readonly string[]> {
  try {
    const files = await servers(server).files();
    return files.flatMap(({ filename, isEncrypted }) => (isEncrypted ? [normalizedDatabaseName(filename)] : []));
  } catch (thrown) {
    if (thrown instanceof Refused) return [];
    throw thrown;
  }
}

/** Opens the backup once, with the first of its databases, for all of them. */
function openedOnce({ folder, snapshot, store, networks, floorBytes }: Fields, context: TaskContext, work: string) {
  let opening: Promise<StoredBackup> | undefined;
  const open = async () => {
    await makeSharedFolder(context.host, work);
    const at = storeAt(store, networks, context);
    return openBackup({ at, folder, snapshot, floorBytes, isProof: true }, context, work);
  };
  return {
    backup(): Promise<StoredBackup> {
      opening ??= open();
      return opening;
    },
    async close() {
      // If opening failed, each database has reported it.
      await opening?.then(
        (backup) => backup.close(),
        () => undefined,
      );
    },
  };
}

interface Drilling {
  readonly fields: Fields;
  readonly context: TaskContext;
  readonly into: string;
  readonly backup: () => Promise<StoredBackup>;
}

async function drilled(
  file: string,
  isEncrypted: boolean,
  { fields: { floorBytes }, context, into, backup }: Drilling,
): Promise<Verdict> {
  const { say, signal } = context;
  try {
    const wanted = { files: [file], withContainers: true, floorBytes };
    const [one] = await bringDatabases(await backup(), wanted, context, into);
    if (one === undefined || isEncrypted) {
      say("success", `${file} matches the original. It is encrypted, so it was not checked for consistency`);
      return { file, fault: null, isChecked: false };
    }
    const ended = await context.tool("FMDeveloperTool", ["--checkConsistency", one.path]);
    if (ended.exitCode !== 0) throw new Refused("failed", sentenceOf(ended));
    say("success", `${file} matches the original and is consistent`);
    return { file, fault: null, isChecked: true };
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof Refused)) throw thrown;
    const fault = `${file}: ${thrown.message}`.slice(0, 500);
    say("error", fault);
    return { file, fault, isChecked: false };
  }
}

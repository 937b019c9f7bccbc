import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DrillOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { makeSharedFolder, processFolder } from "../../builds/build-folder.ts";
import { sentenceOf } from "../../operations/developer-tool.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext, TaskKind } from "../../tasks/task-context.ts";
import { storeAt } from "../store-at.ts";
import { fetchDatabases } from "./fetch-databases.ts";

type Fields = TaskFields<"backups.drill">;
type Verdict = DrillOutcome["files"][number];

/** Restores each database of a backup by itself, so that one of them at a time takes space, and says of each whether it is whole. */
export const drillBackup: TaskKind<"backups.drill"> = {
  files: ({ folder }) => [`drill of ${folder}?`],

  async run(fields, context) {
    const { step, progress, host } = context;
    const work = processFolder(host, context.process);
    const { files } = fields;
    progress({ phase: "drilling" });
    const encrypted = await step({ name: "look", perform: () => encryptedFiles(fields, context) });
    const verdicts: Verdict[] = [];
    for (const [index, file] of files.entries()) {
      const isEncrypted = encrypted.includes(foldedDatabaseName(file));
      const verdict = await step({
        name: `drill ${index}`,
        async perform() {
          try {
            return await drilled(file, isEncrypted, { fields, context, work });
          } finally {
            await rm(work, { recursive: true, force: true });
          }
        },
      });
      verdicts.push(verdict);
    }
    const fault = verdicts.find((verdict) => verdict.fault !== null)?.fault ?? null;
    const outcome = JSON.stringify({ files: verdicts } satisfies DrillOutcome);
    return { state: fault === null ? "done" : "failed", reason: fault, outcome } satisfies TaskEnd;
  },
};

/** Files that open with a key alone: nobody has given it to us. None where FMS does not say. */
async function encryptedFiles({ server }: Fields, { servers }: TaskContext): Promise<readonly string[]> {
  try {
    const files = await servers(server).files();
    return files.flatMap(({ filename, isEncrypted }) => (isEncrypted ? [foldedDatabaseName(filename)] : []));
  } catch (thrown) {
    if (thrown instanceof Refused) return [];
    throw thrown;
  }
}

async function drilled(
  file: string,
  isEncrypted: boolean,
  { fields, context, work }: { readonly fields: Fields; readonly context: TaskContext; readonly work: string },
): Promise<Verdict> {
  const { say, host, signal } = context;
  const into = join(work, "drill");
  const { folder, snapshot, floorBytes } = fields;
  try {
    await makeSharedFolder(host, into);
    const at = storeAt(fields.store, fields.networks, context);
    const wanted = { at, folder, snapshot, files: [file], withContainers: true, floorBytes, isProof: true };
    const [one] = await fetchDatabases(wanted, context, into);
    if (one === undefined || isEncrypted) {
      say("success", `${file} is what was sent. It is encrypted, and was not looked into`);
      return { file, fault: null, isChecked: false };
    }
    const ended = await context.tool("FMDeveloperTool", ["--checkConsistency", one.path]);
    if (ended.exitCode !== 0) throw new Refused("failed", sentenceOf(ended));
    say("success", `${file} is what was sent, and consistent`);
    return { file, fault: null, isChecked: true };
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof Refused)) throw thrown;
    const fault = `${file}: ${thrown.message}`.slice(0, 500);
    say("error", fault);
    return { file, fault, isChecked: false };
  }
}

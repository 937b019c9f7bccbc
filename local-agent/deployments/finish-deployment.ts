import { rm } from "node:fs/promises";
import { basename } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { processFolder } from "../builds/build-folder.ts";
import type { WorkDirectory } from "../operations/work-directory.ts";
import { refusedBy } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import type { FilePlan } from "./deployment-plan.ts";
import { keepBackups } from "./kept-backups.ts";
import { forgetKeptBuild } from "./kept-builds.ts";

interface Finishing {
  readonly fields: TaskFields<"deployments.run">;
  /** Files that were moved into place. */
  readonly swaps: readonly FilePlan[];
  readonly directory: WorkDirectory;
}

interface Finished {
  /** Names of the backed-up files. */
  readonly kept: readonly string[];
  /** Cleanup that failed. The new files are in place anyway. */
  readonly problem: string | undefined;
}

const inPlace = "The new files are in place, and open as planned";

/** Cleans up after a deployment whose files are in place and that can no longer be undone. */
export async function finishDeployment(
  { fields, swaps, directory }: Finishing,
  context: TaskContext,
): Promise<Finished> {
  const { step, progress, host } = context;
  progress({ phase: "post-deployment steps", done: 0, total: null, unit: null });
  // First, because it frees space for the backups.
  const left = await step({
    name: "leave",
    perform: () =>
      problemOf(async () => {
        await forgetKeptBuild(fields.source, host);
        await rm(processFolder(host, context.process), { recursive: true, force: true });
      }),
  });
  const kept = await step({
    name: "keep",
    async perform() {
      let names: readonly string[] = [];
      const problem = await problemOf(async () => {
        const files = swaps.map(({ kept: from, target, backup }) => ({ from, file: basename(target), path: backup }));
        names = await keepBackups(host, fields.deployment, files);
      });
      return { names, problem };
    },
  });
  if (kept.problem !== null) {
    const problem = `${inPlace}. The replaced files couldn't be saved for an undo: ${kept.problem}. They are in the folders .latchkey-work and .latchkey-backups of the database folder: move or delete them`;
    return { kept: [], problem };
  }
  await directory.clear();
  const problem =
    left === null
      ? undefined
      : `${inPlace}. The fetched files couldn't be deleted from the backup folder: ${left}. Delete them there`;
  return { kept: kept.names, problem };
}

/** Returns the error as a sentence, or null if there was none. */
async function problemOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (thrown) {
    return refusedBy(thrown).message;
  }
}

import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DrillOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { mapConcurrently } from "../../downloads/map-concurrently.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { withBackup } from "./stored-backup.ts";
import { type StoredContainers, storedContainers } from "./stored-containers.ts";

type Fields = TaskFields<"backups.drill">;
type Place = NonNullable<Fields["containers"]>[number];
type Verdict = DrillOutcome["containers"][number];

/** Maximum number of small files in transfer: each costs a call and few bytes. */
const atOnce = 4;

/** Fetches each file of a stored external container folder, compares it with what was sent, and deletes it. */
export async function drilledContainers(
  { number, store }: Place,
  { networks, folder, snapshot, floorBytes }: Pick<Fields, "networks" | "folder" | "snapshot" | "floorBytes">,
  context: TaskContext,
  into: string,
): Promise<Verdict> {
  const { say, signal } = context;
  const name = `container${number}`;
  const inBlocks = snapshot !== undefined && { snapshot: { folder, of: snapshot } };
  const stored = { store, networks, number, floorBytes, isProof: true, ...inBlocks };
  let files = 0;
  const verdict = (fault: string | null): Verdict => {
    if (fault === null) say("success", `${name}: ${files} files match the originals`);
    else say("error", fault);
    return { container: number, files, fault };
  };
  try {
    return await withBackup(await storedContainers(stored, context, into), async (containers) => {
      const largest = containers.files.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0);
      await checkDiskSpace([{ folder: into, bytes: largest * atOnce }], floorBytes);
      const faults = await faultsOf(containers, context, into);
      files = containers.files.length - (faults.length - containers.missing.length);
      return verdict(faults.length === 0 ? null : describedFaults(name, faults));
    });
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof Refused)) throw thrown;
    return verdict(describedFaults(name, [thrown.message]));
  }
}

/** Returns the problems, one sentence per file. */
async function faultsOf(
  { files, missing, bring }: StoredContainers,
  { progress, signal }: TaskContext,
  into: string,
): Promise<readonly string[]> {
  const faults = missing.map((name) => `${name} was sent but is missing from the backup`);
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let done = 0;
  progress({ done, total, unit: "bytes" });
  await mapConcurrently(atOnce, files, async (file, index) => {
    const path = join(into, String(index));
    try {
      await bring(file, path, (bytes) => {
        done += bytes;
        progress({ done });
      });
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof Refused)) throw thrown;
      faults.push(`${file.name}: ${thrown.message}`);
    }
    await rm(path, { force: true });
  });
  return faults;
}

/** Describes the first problem and the number of others. */
function describedFaults(name: string, [first = "", ...others]: readonly string[]): string {
  const more = others.length === 0 ? "" : ` And ${others.length} more problems.`;
  return `${name}: ${first.slice(0, 400)}${more === "" ? "" : "."}${more}`;
}

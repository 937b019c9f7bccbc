import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { checkWriteAccess } from "../disk/write-access.ts";
import { fileLocations } from "../operations/file-locations.ts";
import { type Swap, workFolder, writtenFolders } from "../operations/swap.ts";
import { Refused } from "../refused.ts";
import type { PlanContext } from "../tasks/task-context.ts";

type Fields = TaskFields<"files.patch">;

/** Plan of one file, with all paths decided in advance. */
export interface PatchPlan extends Swap {
  readonly source: string;
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
  readonly root: string;
  /** Folder in which the patched files are created. */
  readonly drafts: string;
  /** Path of the copy of the original file. */
  readonly backup: string;
  /** Copies of patches that come from files; null for a patch in the request. */
  readonly patches: readonly (string | null)[];
}

/** Plans all files, and checks the disk space and write access. Changes nothing. @throws Refused */
export async function patchPlans(
  { files, server, keepBackup, floorBytes }: Fields,
  context: PlanContext,
): Promise<PatchPlan[]> {
  const locations = await fileLocations(context.host, context.servers(server));
  const plans: PatchPlan[] = [];
  const needs: { readonly folder: string; readonly bytes: number }[] = [];
  const backups = join(context.host.roots.backups, `Before_patches_${context.process}`);
  for (const [index, { file, patches: wanted }] of files.entries()) {
    const source = await locations.source(file);
    const { path: target, root } = await locations.target({ form: "in-place", file }, source);
    if (plans.some((plan) => plan.source === source.path)) throw new Refused("in-use", `${file} is listed twice`);
    const patches: (string | null)[] = [];
    for (const patch of wanted) {
      if ("xml" in patch) {
        patches.push(null);
        continue;
      }
      const path = "path" in patch ? patch.path : join(context.host.roots.documents, ...patch.document.split("/"));
      const found = await locations.source(path);
      patches.push(found.path);
      needs.push({ folder: root, bytes: found.sizeBytes });
    }
    const folder = workFolder(root, context.process, index);
    const name = basename(target);
    plans.push({
      source: source.path,
      hostedAs: source.hostedAs,
      isOpen: source.isOpen,
      target,
      root,
      patches,
      drafts: join(folder, "drafts"),
      // The last result replaces the file.
      draft: join(folder, "drafts", `${wanted.length - 1}`, name),
      kept: join(folder, "kept", name),
      backup: keepBackup ? join(backups, name) : join(folder, "backup", name),
    });
    // Two results at a time, and the copy.
    needs.push({ folder: root, bytes: source.sizeBytes * Math.min(2, wanted.length) });
    needs.push({ folder: keepBackup ? context.host.roots.backups : root, bytes: source.sizeBytes });
  }
  await checkDiskSpace(needs, floorBytes);
  await checkWriteAccess(plans.flatMap((plan) => [...writtenFolders(plan), dirname(plan.backup)]));
  return plans;
}

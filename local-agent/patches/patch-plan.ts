import { basename, join } from "node:path";
import type { WorkFields } from "../../shared/contract/agent/work.ts";
import { placesOf } from "../operations/places.ts";
import { type Swap, workFolder } from "../operations/swap.ts";
import { Refused } from "../refused.ts";
import { checkRoom } from "../room.ts";
import type { WorkGround } from "../work/work-context.ts";

type Fields = WorkFields<"files.patch">;

/** What becomes of one file: where everything is, decided once. */
export interface PatchPlan extends Swap {
  readonly source: string;
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
  readonly root: string;
  /** The folder that the patches' outcomes are made in. */
  readonly drafts: string;
  /** Where the file as it was is copied to. */
  readonly backup: string;
  /** The patches as they are now, where they come from files; null for one that came with the call. */
  readonly patches: readonly (string | null)[];
}

/** Looks where everything is and whether there is room for it. Nothing is changed. @throws Refused */
export async function patchPlans(
  { files, server, keepBackup, floorBytes }: Fields,
  ground: WorkGround,
): Promise<PatchPlan[]> {
  const places = await placesOf(ground.host, ground.servers(server));
  const plans: PatchPlan[] = [];
  const needs: { readonly folder: string; readonly bytes: number }[] = [];
  const backups = join(ground.host.roots.backups, `Before_patches_${ground.process}`);
  for (const [place, { file, patches: wanted }] of files.entries()) {
    const source = await places.source(file);
    const { path: target, root } = await places.target({ form: "in-place", file }, source);
    if (plans.some((plan) => plan.source === source.path)) throw new Refused("in-use", `${file} is named twice`);
    const patches: (string | null)[] = [];
    for (const patch of wanted) {
      if ("xml" in patch) {
        patches.push(null);
        continue;
      }
      const path = "path" in patch ? patch.path : join(ground.host.roots.documents, ...patch.document.split("/"));
      const found = await places.source(path);
      patches.push(found.path);
      needs.push({ folder: root, bytes: found.sizeBytes });
    }
    const folder = workFolder(root, ground.process, place);
    const name = basename(target);
    plans.push({
      source: source.path,
      hostedAs: source.hostedAs,
      isOpen: source.isOpen,
      target,
      root,
      patches,
      drafts: join(folder, "drafts"),
      // The last outcome is what takes the file's place.
      draft: join(folder, "drafts", `${wanted.length - 1}`, name),
      kept: join(folder, "kept", name),
      backup: keepBackup ? join(backups, name) : join(folder, "backup", name),
    });
    // Two outcomes at a time, and the copy.
    needs.push({ folder: root, bytes: source.sizeBytes * Math.min(2, wanted.length) });
    needs.push({ folder: keepBackup ? ground.host.roots.backups : root, bytes: source.sizeBytes });
  }
  await checkRoom(needs, floorBytes);
  return plans;
}

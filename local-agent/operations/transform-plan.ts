import { basename, dirname, join } from "node:path";
import type { WorkFields } from "../../shared/contract/agent/work.ts";
import { found } from "../archive/on-disk.ts";
import { Refused } from "../refused.ts";
import { checkRoom } from "../room.ts";
import type { WorkGround } from "../work/work-context.ts";
import { type Places, placesOf } from "./places.ts";
import { type Swap, workFolder } from "./swap.ts";

type Fields = WorkFields<"files.transform">;
type FileWish = Fields["files"][number];

/** What is to be done to one file: where everything is, decided once. */
export interface TransformPlan extends Swap {
  readonly source: string;
  readonly root: string;
  readonly sizeBytes: number;
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
  readonly isInPlace: boolean;
}

/** Decides where everything goes, where there is room for it. @throws Refused */
export async function transformPlans(
  { transformation, files, server, force, floorBytes }: Fields,
  ground: WorkGround,
): Promise<TransformPlan[]> {
  const places = await placesOf(ground.host, ground.servers(server));
  const plans: TransformPlan[] = [];
  for (const [place, wish] of files.entries()) plans.push(await planOf(places, wish, place, ground.process));
  const factor = transformation.operation === "encrypt" && files.some((file) => file.currentEncryptionKey) ? 2 : 1;
  await checkRoom(
    plans.map(({ root, sizeBytes }) => ({ folder: root, bytes: sizeBytes * factor })),
    floorBytes,
  );
  for (const { isInPlace, target } of plans) {
    if (isInPlace || (await found(target)) === undefined) continue;
    if (places.hostedAs(basename(target))?.isOpen === true && dirname(target) !== ground.host.roots.documents)
      throw new Refused("in-use", `${basename(target)} is there already, and open`);
    if (!force) throw new Refused("in-use", `${basename(target)} is there already`);
  }
  return plans;
}

async function planOf(
  places: Places,
  { target: wish }: FileWish,
  place: number,
  process: number,
): Promise<TransformPlan> {
  const source = await places.source(wish.form === "paths" ? wish.source : wish.file);
  const { path: target, root } = await places.target(wish, source);
  const folder = workFolder(root, process, place);
  return {
    source: source.path,
    sizeBytes: source.sizeBytes,
    hostedAs: source.hostedAs,
    isOpen: source.isOpen,
    isInPlace: source.path === target,
    target,
    root,
    draft: join(folder, "draft", basename(target)),
    kept: join(folder, "kept", basename(target)),
  };
}

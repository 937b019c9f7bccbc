import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { found } from "../../disk/on-disk.ts";
import { checkWriteAccess } from "../../disk/write-access.ts";
import { Refused } from "../../refused.ts";
import type { PlanContext } from "../../tasks/task-context.ts";
import { type FileLocations, fileLocations } from "../file-locations.ts";
import { type Swap, workFolder, writtenFolders } from "../swap.ts";

type Fields = TaskFields<"files.transform">;
type FileRequest = Fields["files"][number];

/** Plan for one file, with all paths decided in advance. */
export interface TransformPlan extends Swap {
  readonly source: string;
  readonly root: string;
  readonly sizeBytes: number;
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
  readonly isInPlace: boolean;
}

/** Plans all paths, and checks the disk space and write access. @throws Refused */
export async function transformPlans(
  { transformation, files, server, force, floorBytes }: Fields,
  context: PlanContext,
): Promise<TransformPlan[]> {
  const locations = await fileLocations(context.host, context.servers(server));
  const plans: TransformPlan[] = [];
  for (const [index, request] of files.entries()) plans.push(await planOf(locations, request, index, context.process));
  const factor = transformation.operation === "encrypt" && files.some((file) => file.currentEncryptionKey) ? 2 : 1;
  await checkDiskSpace(
    plans.map(({ root, sizeBytes }) => ({ folder: root, bytes: sizeBytes * factor })),
    floorBytes,
  );
  await checkWriteAccess(plans.flatMap(writtenFolders));
  for (const { isInPlace, target } of plans) {
    if (isInPlace || (await found(target)) === undefined) continue;
    if (locations.hostedAs(basename(target))?.isOpen === true && dirname(target) !== context.host.roots.documents)
      throw new Refused("in-use", `${basename(target)} already exists and is open`);
    if (!force) throw new Refused("in-use", `${basename(target)} already exists`);
  }
  return plans;
}

async function planOf(
  locations: FileLocations,
  { target: requestedTarget }: FileRequest,
  index: number,
  process: number,
): Promise<TransformPlan> {
  const source = await locations.source(
    requestedTarget.form === "paths" ? requestedTarget.source : requestedTarget.file,
  );
  const { path: target, root } = await locations.target(requestedTarget, source);
  const folder = workFolder(root, process, index);
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

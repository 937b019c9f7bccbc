import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../disk/containers.ts";
import { checkDiskSpace, type SpaceNeeded } from "../disk/disk-space.ts";
import { found, sizeOf } from "../disk/on-disk.ts";
import { checkWriteAccess } from "../disk/write-access.ts";
import { type FileLocations, fileLocations, type Source } from "../operations/file-locations.ts";
import { type Swap, workFolder, writtenFolders } from "../operations/swap.ts";
import { Refused } from "../refused.ts";
import type { PlanContext } from "../tasks/task-context.ts";
import { keptPath } from "./kept-backups.ts";

type Fields = TaskFields<"deployments.run">;
type DeployedFile = Fields["files"][number];

/** Plan of one file, with all paths decided in advance. Nothing is written for files that are only closed. */
export interface FilePlan extends Swap {
  readonly operation: DeployedFile["operation"];
  readonly root: string;
  /** Hosted name of the target. Null if it isn't hosted yet. */
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
  /** Size of the existing file that is replaced. Null if there is none. */
  readonly replacedBytes: number | null;
  /** Source of a data migration, if it isn't the target itself. */
  readonly dataSource: Source | null;
  /** Path where the replaced file is kept. */
  readonly backup: string;
}

/** Plans all files, and checks the disk space and write access. Changes nothing. @throws Refused */
export async function deploymentPlans(fields: Fields, context: PlanContext): Promise<FilePlan[]> {
  const locations = await fileLocations(context.host, context.servers(fields.server));
  const plans: FilePlan[] = [];
  for (const [index, file] of fields.files.entries()) {
    const plan = await planOf(locations, fields, index, file, context.process);
    if (
      plans.some(
        ({ target }) => normalizedDatabaseName(basename(target)) === normalizedDatabaseName(basename(plan.target)),
      )
    )
      throw new Refused("conflict", `${basename(plan.target)} is the target of two operations`);
    plans.push(plan);
  }
  const sizes = fields.source?.kind === "zip" ? fields.source.sizes : {};
  const needs = plans.map((plan, index) => draftNeed(plan, fields.files[index], sourceSize(sizes)));
  const copies = fields.isRehearsal
    ? needs.map(({ bytes }) => ({ folder: context.host.roots.backups, bytes: 2 * bytes }))
    : needs;
  await checkDiskSpace(copies, fields.floorBytes);
  const written = plans.filter(({ operation }) => operation !== "close" && !fields.isRehearsal);
  await checkWriteAccess(written.flatMap((plan) => [...writtenFolders(plan), dirname(plan.backup)]));
  return plans;
}

/** Returns the size of a source file, or undefined if it isn't known yet. */
export type SourceSize = (file: string) => number | undefined;

/** Returns a lookup by the names in the source's manifest or folder. */
export function sourceSize(sizes: Readonly<Record<string, number>>): SourceSize {
  const byName = new Map(Object.entries(sizes).map(([name, bytes]) => [normalizedDatabaseName(name), bytes]));
  return (file) => byName.get(normalizedDatabaseName(file));
}

/** Returns the space that the new file needs on its disk. If its size is unknown, uses that of the old file. */
export function draftNeed(plan: FilePlan, file: DeployedFile | undefined, sizeInSource: SourceSize): SpaceNeeded {
  const { root, replacedBytes, dataSource } = plan;
  const bytes = () => {
    if (file === undefined || file.operation === "close") return 0;
    if (file.operation !== "migrate") return sizeInSource(file.source.file) ?? replacedBytes ?? 0;
    return (dataSource?.sizeBytes ?? replacedBytes ?? 0) + (sizeInSource(file.clone.file) ?? 0);
  };
  return { folder: root, bytes: bytes() };
}

/** Returns the space that its containers need. */
export async function containerNeeds(plans: readonly FilePlan[], fromOf: (index: number) => string | undefined) {
  const needs: SpaceNeeded[] = [];
  for (const [index, { root }] of plans.entries()) {
    const from = fromOf(index);
    if (from !== undefined) needs.push({ folder: root, bytes: await sizeOf(containersOf(from)) });
  }
  return needs;
}

type PlannedFields = Pick<Fields, "deployment">;

/** Plans one file. @throws Refused */
export async function planOf(
  locations: FileLocations,
  { deployment }: PlannedFields,
  index: number,
  file: DeployedFile,
  process: number,
): Promise<FilePlan> {
  const { path, root, hostedAs, isOpen } = await placeOf(locations, file);
  const replacedBytes = (await found(path))?.size ?? null;
  if (file.operation === "install" && !file.overwrite && replacedBytes !== null)
    throw new Refused("exists", `${basename(path)} already exists, and overwriting isn't enabled`);
  const name = basename(path);
  const folder = workFolder(root, process, index);
  return {
    operation: file.operation,
    target: path,
    root,
    hostedAs,
    isOpen,
    replacedBytes,
    dataSource: await dataSourceOf(locations, file, path),
    draft: join(folder, "draft", name),
    kept: join(folder, "kept", name),
    backup: keptPath(root, deployment, index, name),
  };
}

/** Returns the target's location: hosted files stay where they are, and new ones go to the requested place. */
async function placeOf(locations: FileLocations, file: DeployedFile) {
  const hosted = locations.hostedAs(file.target.file);
  if (hosted !== undefined) {
    const { path, hostedAs, isOpen } = await locations.source(file.target.file);
    const { root } = await locations.at(path);
    return { path, root, hostedAs, isOpen };
  }
  if (file.operation === "replace" || file.operation === "close")
    throw new Refused("not-found", `${file.target.file} is not hosted`);
  const place =
    file.operation === "install"
      ? { form: "hosted", folder: file.folder, ...(file.subfolder !== undefined && { subfolder: file.subfolder }) }
      : { form: "hosted", folder: "default" };
  const target = { ...place, file: file.target.file, filename: file.target.file } as const;
  const nowhere = { path: "", sizeBytes: 0, hostedAs: null, isOpen: false };
  const { path, root } = await locations.target(target as Parameters<FileLocations["target"]>[0], nowhere);
  return { path, root, hostedAs: null, isOpen: false };
}

async function dataSourceOf(locations: FileLocations, file: DeployedFile, target: string) {
  if (file.operation !== "migrate") return null;
  const source = await locations.source(file.dataSource.file);
  return source.path === target ? null : source;
}

/** Returns the folder of a file's draft. */
export function draftFolder({ draft }: FilePlan): string {
  return dirname(draft);
}

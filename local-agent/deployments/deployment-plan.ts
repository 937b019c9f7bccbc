import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../disk/containers.ts";
import { checkDiskSpace, type SpaceNeeded } from "../disk/disk-space.ts";
import { found, sizeOf } from "../disk/on-disk.ts";
import { type FileLocations, fileLocations, type Source } from "../operations/file-locations.ts";
import { type Swap, workFolder } from "../operations/swap.ts";
import { Refused } from "../refused.ts";
import type { PlanContext } from "../tasks/task-context.ts";
import { keptPath } from "./kept-backups.ts";

type Fields = TaskFields<"deployments.run">;
type DeployedFile = Fields["files"][number];

/** What is to become of one file: where everything is, decided once. Nothing is written where the file is only closed. */
export interface FilePlan extends Swap {
  readonly operation: DeployedFile["operation"];
  readonly root: string;
  /** The name that the server hosts the target under. Null: it is not hosted yet. */
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
  /** The file that is there and gives way. Null: the place is free. */
  readonly replacedBytes: number | null;
  /** What is migrated from, where it is not the target itself. */
  readonly dataSource: Source | null;
  /** Where the file that gives way is kept afterwards. */
  readonly backup: string;
}

/** Finds where everything is and whether there is space for it. Nothing is changed. @throws Refused */
export async function deploymentPlans(fields: Fields, context: PlanContext): Promise<FilePlan[]> {
  const locations = await fileLocations(context.host, context.servers(fields.server));
  const plans: FilePlan[] = [];
  for (const [index, file] of fields.files.entries()) {
    const plan = await planOf(locations, fields, index, file, context.process);
    if (plans.some(({ target }) => foldedDatabaseName(basename(target)) === foldedDatabaseName(basename(plan.target))))
      throw new Refused("conflict", `${basename(plan.target)} is the target of two operations`);
    plans.push(plan);
  }
  const sizes = fields.source?.kind === "zip" ? fields.source.sizes : {};
  const needs = plans.map((plan, index) => draftNeed(plan, fields.files[index], sourceSize(sizes)));
  const copies = fields.isRehearsal
    ? needs.map(({ bytes }) => ({ folder: context.host.roots.backups, bytes: 2 * bytes }))
    : needs;
  await checkDiskSpace(copies, fields.floorBytes);
  return plans;
}

/** How large a file of the source is. Undefined: it is not known yet. */
export type SourceSize = (file: string) => number | undefined;

/** The same by the names that its manifest or its folder has. */
export function sourceSize(sizes: Readonly<Record<string, number>>): SourceSize {
  const byName = new Map(Object.entries(sizes).map(([name, bytes]) => [foldedDatabaseName(name), bytes]));
  return (file) => byName.get(foldedDatabaseName(file));
}

/** What the new file takes on the disk of its place. Where nothing says how large it is, it is taken to be as large as the old one. */
export function draftNeed(plan: FilePlan, file: DeployedFile | undefined, sizeInSource: SourceSize): SpaceNeeded {
  const { root, replacedBytes, dataSource } = plan;
  const bytes = () => {
    if (file === undefined || file.operation === "close") return 0;
    if (file.operation !== "migrate") return sizeInSource(file.source.file) ?? replacedBytes ?? 0;
    return (dataSource?.sizeBytes ?? replacedBytes ?? 0) + (sizeInSource(file.clone.file) ?? 0);
  };
  return { folder: root, bytes: bytes() };
}

/** The same for containers that go along. */
export async function containerNeeds(plans: readonly FilePlan[], fromOf: (index: number) => string | undefined) {
  const needs: SpaceNeeded[] = [];
  for (const [index, { root }] of plans.entries()) {
    const from = fromOf(index);
    if (from !== undefined) needs.push({ folder: root, bytes: await sizeOf(containersOf(from)) });
  }
  return needs;
}

type PlannedFields = Pick<Fields, "deployment">;

/** Finds where everything of one file is. @throws Refused */
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
    throw new Refused("exists", `${basename(path)} is there already, and is not to be overwritten`);
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

/** A hosted file stays where it lies; one that is new goes where it was said to. */
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

/** The folder of a file's draft. */
export function draftFolder({ draft }: FilePlan): string {
  return dirname(draft);
}

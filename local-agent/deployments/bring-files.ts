import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { fetchDatabases } from "../backups/restore/fetch-databases.ts";
import { storeAt } from "../backups/store-at.ts";
import { buildFolder, makeSharedFolder, manifestName, processFolder, zipName } from "../builds/build-folder.ts";
import { pushedZip, takePushedZip } from "../builds/pushed-zips.ts";
import { containersOf } from "../disk/containers.ts";
import { checkDiskSpace, spaceGuard } from "../disk/disk-space.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { filesBelow, found, sizeOf } from "../disk/on-disk.ts";
import { copyClosed } from "../downloads/closed-copy.ts";
import { liveBackup } from "../downloads/live-backup.ts";
import { mapConcurrently } from "../downloads/map-concurrently.ts";
import { fileLocations } from "../operations/file-locations.ts";
import { copyTo } from "../operations/move.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { readZip, unzipFile } from "../zip/read-zip.ts";
import { namesBelowTopFolder } from "../zip/top-folder.ts";
import { broughtConfigs } from "./brought-configs.ts";
import { fetchZip } from "./fetch-zip.ts";
import { keptFile } from "./kept-backups.ts";
import { takeKeptBuild } from "./kept-builds.ts";
import { manifestPath, textFilesIn } from "./text-files.ts";

type Fields = TaskFields<"deployments.run">;
type SourceOf<Kind extends string> = Extract<NonNullable<Fields["source"]>, { readonly kind: Kind }>;

/** File of a deployment, by its name in the source. */
export interface BroughtFile {
  readonly name: string;
  readonly path: string;
}

/** Files and data that a deployment takes from its source. */
interface Brought {
  readonly files: readonly BroughtFile[];
  /** Names of text files in the build. */
  readonly texts: readonly string[];
  /** Notes and webhooks that the build includes for files. */
  readonly configs: DeploymentOutcome["configs"];
}

/** Brings the files of a deployment to this host, into their own folder. Doesn't close or change hosted files. @throws Refused */
export async function bringFiles(fields: Fields, context: TaskContext): Promise<Brought> {
  const { host, process } = context;
  const folder = join(processFolder(host, process), "files");
  await rm(folder, { recursive: true, force: true });
  await rm(manifestPath(host, process), { force: true });
  await makeSharedFolder(host, folder);
  const files = await filesFrom(fields.source, { fields, context, folder });
  return {
    files,
    texts: (await textFilesIn(host, process)).map(({ fileName }) => fileName),
    configs: await broughtConfigs(fields, context),
  };
}

async function filesFrom(source: Fields["source"], { fields, context, folder }: Bringing): Promise<BroughtFile[]> {
  if (source === null) return [];
  switch (source.kind) {
    case "zip":
      return fromZip(await fetched(source, fields, context), source.sizes, { fields, context, folder });
    case "files":
      return fromAddresses(source, { fields, context, folder });
    case "build":
      return fromBuild(source, { fields, context, folder });
    case "local":
      return fromHost(source, { fields, context, folder });
    case "backup":
      return fromBackup(source, { fields, context, folder });
    case "store":
      return fromStore(source, fields, context);
  }
}

/** Maximum size of a manifest in bytes. */
const maxManifestBytes = 1_000_000;

/** Maximum number of zips to unpack at once: one is unpacked while another is written to disk. */
const unpackedAtOnce = 2;

interface Bringing {
  readonly fields: Fields;
  readonly context: TaskContext;
  readonly folder: string;
}

async function fetched(source: SourceOf<"zip">, { floorBytes }: Fields, context: TaskContext): Promise<string> {
  const { token: address, sha256, sizeBytes, build, networks } = source;
  // Next to the files, so that an interrupted transfer still exists when the agent restarts.
  const target = join(processFolder(context.host, context.process), zipName(build));
  if ((await found(target)) === undefined) {
    const pushed = await takePushedZip(pushedZip(context.host, context.process), sha256, target);
    if (pushed === "taken") context.say("info", `Using ${build}, which its server pushed`);
    if (pushed === "another")
      context.say(
        "info",
        `The pushed file differs from the one that the server of ${build} announced: fetching it instead`,
      );
  }
  if (sizeBytes !== null) {
    const present = (await found(target))?.size ?? (await found(`${target}.part`))?.size ?? 0;
    const bytes = Math.max(0, sizeBytes - present);
    await checkDiskSpace([{ folder: context.host.roots.backups, bytes }], floorBytes);
  }
  if ((await found(target)) === undefined && (await takeKeptBuild(source, context.host, target, floorBytes))) {
    context.say("info", `Using ${build} from the inbox, from an earlier deployment`);
    return target;
  }
  if ((await found(target)) === undefined) {
    const space = spaceGuard({ folder: context.host.roots.backups, floorBytes });
    await fetchZip(context, context.callouts(networks), { address, sha256, sizeBytes, space }, target);
    context.say("info", `Fetched ${build}`);
  }
  return target;
}

async function fromZip(
  zip: string,
  sizes: Readonly<Record<string, number>>,
  { fields, context, folder }: Bringing,
): Promise<BroughtFile[]> {
  const entries = await readZip(zip, sizes);
  const names = namesBelowTopFolder(entries.map(({ name }) => name));
  const all = entries.flatMap((entry) => {
    const name = names.get(entry.name);
    return name === undefined ? [] : [{ entry, name, sizeBytes: entry.sizeBytes }];
  });
  const files = all.filter(({ name }) => name !== manifestName);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await checkDiskSpace([{ folder, bytes }], fields.floorBytes);
  const manifest = all.find(({ name }) => name === manifestName);
  if (manifest !== undefined && manifest.sizeBytes <= maxManifestBytes)
    await unzipFile(zip, manifest.entry, manifestPath(context.host, context.process), context.signal);
  await mapConcurrently(unpackedAtOnce, files, async ({ entry, name }) => {
    const target = join(folder, ...name.split("/"));
    await makeFolder(join(target, ".."), 0o775);
    await unzipFile(zip, entry, target, context.signal);
  });
  return files.filter(({ name }) => !name.includes("/")).map(({ name }) => ({ name, path: join(folder, name) }));
}

async function fromAddresses(
  { files, networks }: SourceOf<"files">,
  { fields: { floorBytes }, context, folder }: Bringing,
): Promise<BroughtFile[]> {
  const space = spaceGuard({ folder, floorBytes });
  const brought: BroughtFile[] = [];
  for (const { token: address, file } of files) {
    const name = fullDatabaseName(file);
    const path = join(folder, name);
    await fetchZip(context, context.callouts(networks), { address, sha256: null, sizeBytes: null, space }, path);
    brought.push({ name, path });
  }
  return brought;
}

async function fromBuild({ box, build }: SourceOf<"build">, bringing: Bringing): Promise<BroughtFile[]> {
  const from = buildFolder(bringing.context.host, box, build);
  if ((await found(from)) === undefined) throw new Refused("not-found", `build ${build} not found in the ${box}`);
  const zip = join(from, zipName(build));
  if ((await found(zip)) !== undefined) return fromZip(zip, {}, bringing);
  if ((await found(join(from, manifestName))) !== undefined)
    await copyClosed(join(from, manifestName), manifestPath(bringing.context.host, bringing.context.process));
  const names = (await filesBelow(from)).filter((name) => /^[^/]+\.fmp12$/i.test(name));
  return copies(
    names.map((name) => ({ name, from: join(from, name) })),
    bringing,
  );
}

async function fromHost({ files, folder: from }: SourceOf<"local">, bringing: Bringing): Promise<BroughtFile[]> {
  const { context, fields, folder } = bringing;
  const locations = await fileLocations(context.host, context.servers(fields.server));
  const closed: { readonly name: string; readonly from: string }[] = [];
  const brought: BroughtFile[] = [];
  for (const file of files) {
    const source = await locations.source(from === undefined ? file : `${from}/${fullDatabaseName(file)}`);
    const name = basename(source.path);
    const into = join(folder, "backup", name);
    // FileMaker Server also copies the containers of an open file.
    if (source.isOpen)
      await checkDiskSpace([{ folder, bytes: await sizeWithContainers(source.path) }], fields.floorBytes);
    const copy = source.isOpen
      ? await liveBackup(context, { file: source.hostedAs ?? name, server: fields.server, into, isClone: false })
      : undefined;
    if (copy === undefined) closed.push({ name, from: source.path });
    else brought.push({ name, path: copy.path });
  }
  return [...brought, ...(await copies(closed, bringing))];
}

/** Uses a folder that survives restarts of the agent, so that nothing is fetched twice. */
async function fromStore(source: SourceOf<"store">, fields: Fields, context: TaskContext): Promise<BroughtFile[]> {
  const { folder, snapshot, files } = source;
  const { withContainers, floorBytes } = fields;
  const into = join(processFolder(context.host, context.process), "stored");
  await makeSharedFolder(context.host, into);
  const at = storeAt(source.store, source.networks, context);
  return [...(await fetchDatabases({ at, folder, snapshot, files, withContainers, floorBytes }, context, into))];
}

async function fromBackup({ deployment }: SourceOf<"backup">, bringing: Bringing): Promise<BroughtFile[]> {
  const { host } = bringing.context;
  const names = new Set(
    bringing.fields.files.flatMap((file) => ("source" in file ? [fullDatabaseName(file.source.file)] : [])),
  );
  const kept: { readonly name: string; readonly from: string }[] = [];
  for (const name of names) kept.push({ name, from: await keptFile(host, deployment, name) });
  return copies(kept, bringing);
}

/** Copies files, so that the originals stay unchanged and can be deployed again. */
async function copies(
  files: readonly { readonly name: string; readonly from: string }[],
  { context, folder, fields }: Bringing,
): Promise<BroughtFile[]> {
  const sizes = await Promise.all(
    files.map(({ from }) => (fields.withContainers ? sizeWithContainers(from) : sizeOf(from))),
  );
  await checkDiskSpace([{ folder, bytes: sizes.reduce((sum, size) => sum + size, 0) }], fields.floorBytes);
  const brought: BroughtFile[] = [];
  for (const { name, from } of files) {
    const path = join(folder, name);
    await copyClosed(from, path);
    if (fields.withContainers && (await found(containersOf(from))) !== undefined)
      await copyTo(containersOf(from), containersOf(path));
    brought.push({ name, path });
    context.progress({ done: brought.length, total: files.length, unit: "files" });
  }
  return brought;
}

async function sizeWithContainers(file: string): Promise<number> {
  return (await sizeOf(file)) + (await sizeOf(containersOf(file)));
}

/** Returns the fetched file with this name. @throws Refused */
export function broughtAs(files: readonly BroughtFile[], file: string): string {
  const one = files.find(({ name }) => normalizedDatabaseName(name) === normalizedDatabaseName(file));
  if (one === undefined) throw new Refused("not-found", `${file} is not in the source`);
  return one.path;
}

import { randomUUID } from "node:crypto";
import { chmod, chown, copyFile, lstat, open, type rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { draftPrefix } from "#shared/agent/protocol/commands/browser-commands.ts";
import { normalizedHostName } from "#shared/agent/protocol/host-name.ts";
import type { Clock } from "../clock.ts";
import { copyFolder } from "../disk/copy-folder.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { pathOf } from "../disk/host-location.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found, sizeOf } from "../disk/on-disk.ts";
import { sha256Of } from "../disk/sha256-of.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { entriesIn } from "../disk/undecoded-names.ts";
import type { Host } from "../host.ts";
import { Refused, refusedBy } from "../refused.ts";
import { checkPlugin, type Machine } from "./check-plugin.ts";
import { type Engine, engineNames, isInstalled, pluginFolder } from "./plugin-folders.ts";

export interface PluginDependencies {
  readonly host: Host;
  readonly clock: Clock;
  readonly machine: Machine;
  /** Moves a file or folder to a name in the same folder. */
  readonly move: typeof rename;
}

/** Place of a plug-in for an engine. */
interface Target {
  readonly engine: Engine;
  readonly folder: string;
  readonly path: string;
  /** True if the engine has a plug-in with this name. */
  readonly isTaken: boolean;
}

/** A target with its copy of what was there. */
interface KeptTarget extends Target {
  /** Undefined: nothing was there. */
  readonly kept: string | undefined;
}

/** Mode of plug-ins and their folders: FileMaker Server, which has its own account, reads and executes them. */
const pluginMode = 0o775;

/**
 * Installs a plug-in in the folders of all engines, or of none. Everything is checked and copied next to its place first; then each copy
 * replaces the old file by a rename, so an engine that has the old one loaded isn't disturbed.
 * @throws Refused
 */
export async function installPlugin(
  dependencies: PluginDependencies,
  { root, path, engines, isReplacing, sha256, floorBytes }: FieldsOf<"plugins.install">,
): Promise<ReplyOf<"plugins.install">> {
  const { host, machine } = dependencies;
  const source = await pathOf(host, { root, path });
  const file = basename(path);
  await checkPlugin(source, file, machine);
  const targets = await Promise.all(engines.map((engine) => targetOf(host, engine, file)));
  const taken = targets.find(({ isTaken }) => isTaken);
  if (taken !== undefined && !isReplacing)
    throw new Refused("exists", `${engineNames[taken.engine]} already has ${file}`);
  const sizeBytes = await sizeOf(source);
  await checkSpace(dependencies, targets, sizeBytes, floorBytes);
  for (const { folder } of targets) await makeFolder(folder, pluginMode);

  const drafts: string[] = [];
  try {
    for (const { folder } of targets) {
      const draft = join(folder, `${draftPrefix}${randomUUID()}`);
      drafts.push(draft);
      await copyDurably(source, draft);
      if (sha256 !== undefined && ((await stat(draft)).isDirectory() || (await sha256Of(draft)) !== sha256))
        throw new Refused("changed", "the file's content differs from the given SHA-256");
    }
    const { kept, keptIn } = await keep(dependencies, targets);
    await allOrNone(dependencies, kept, (target) =>
      place(dependencies, drafts[kept.indexOf(target)] as string, target.path),
    );
    return { file, engines, keptIn };
  } finally {
    for (const draft of drafts) await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Moves a plug-in out of the folders of these engines, or of none. Of several engines, those that this host doesn't have are skipped.
 * @throws Refused
 */
export async function removePlugin(
  dependencies: PluginDependencies,
  { file, engines, floorBytes }: FieldsOf<"plugins.remove">,
): Promise<ReplyOf<"plugins.remove">> {
  const { host } = dependencies;
  const installed: Engine[] = [];
  for (const engine of engines) if (engines.length === 1 || (await isInstalled(host, engine))) installed.push(engine);
  const all = await Promise.all(installed.map((engine) => targetOf(host, engine, file)));
  const targets = all.filter(({ isTaken }) => isTaken);
  if (targets.length === 0) throw new Refused("not-found", `no plug-in folder contains ${file}`);
  await checkSpace(dependencies, targets, 0, floorBytes);
  const { kept, keptIn } = await keep(dependencies, targets);
  await allOrNone(dependencies, kept, async ({ folder, path }) => {
    // Out of the way in one step: while a folder is deleted, an engine that starts would load half of it.
    const aside = join(folder, `${draftPrefix}${randomUUID()}`);
    await dependencies.move(path, aside);
    await rm(aside, { recursive: true, force: true });
  });
  return { file, engines: targets.map(({ engine }) => engine), keptIn };
}

/** @throws Refused if the engine isn't installed, or has a plug-in whose name differs only in spelling */
async function targetOf(host: Host, engine: Engine, file: string): Promise<Target> {
  const folder = pluginFolder(host, engine);
  const name = engineNames[engine];
  if (!(await isInstalled(host, engine)))
    throw new Refused("not-allowed", `${name} isn't installed on this host: ${dirname(folder)} doesn't exist`);
  if ((await found(folder)) === undefined) return { engine, folder, path: join(folder, file), isTaken: false };
  let isTaken = false;
  for await (const entry of entriesIn(folder)) {
    if (normalizedHostName(entry.name) !== normalizedHostName(file)) continue;
    if (entry.name !== file) throw new Refused("exists", `${name} already has ${entry.name}`);
    isTaken = true;
  }
  return { engine, folder, path: join(folder, file), isTaken };
}

/** Checks that the new files and the kept ones fit. @throws Refused */
async function checkSpace(
  { host }: PluginDependencies,
  targets: readonly Target[],
  sizeBytes: number,
  floorBytes: number,
): Promise<void> {
  const needs = await Promise.all(
    targets.map(async ({ folder, path, isTaken }) => {
      const there = (await found(folder)) === undefined ? dirname(folder) : folder;
      const keptBytes = isTaken ? await sizeOf(path) : 0;
      return [
        { folder: there, bytes: sizeBytes },
        { folder: host.roots.documents, bytes: keptBytes },
      ];
    }),
  );
  await checkDiskSpace(needs.flat(), floorBytes);
}

/** Copies the old files to a folder in Documents, from where they can be installed again. */
async function keep(
  { host, clock }: PluginDependencies,
  targets: readonly Target[],
): Promise<{ readonly kept: readonly KeptTarget[]; readonly keptIn: string | null }> {
  if (!targets.some(({ isTaken }) => isTaken))
    return { kept: targets.map((target) => ({ ...target, kept: undefined })), keptIn: null };
  const names = ["Plug-ins", new Date(clock.now()).toISOString().replaceAll(":", "-")];
  const kept: KeptTarget[] = [];
  for (const target of targets) {
    const folder = join(host.roots.documents, ...names, target.engine);
    if (target.isTaken) {
      await makeFolder(folder, pluginMode);
      await copyDurably(target.path, join(folder, basename(target.path)));
    }
    kept.push({ ...target, kept: target.isTaken ? join(folder, basename(target.path)) : undefined });
  }
  return { kept, keptIn: ["documents", ...names].join("/") };
}

/** Changes all targets. If one fails, puts back what the others had. @throws Refused */
async function allOrNone(
  dependencies: PluginDependencies,
  targets: readonly KeptTarget[],
  change: (target: KeptTarget) => Promise<void>,
): Promise<void> {
  const begun: KeptTarget[] = [];
  try {
    for (const target of targets) {
      begun.push(target);
      await change(target);
      await syncFolder(target.folder);
    }
  } catch (thrown) {
    for (const target of begun) await putBack(dependencies, target);
    const { fault, message } = refusedBy(thrown);
    const name = engineNames[(begun.at(-1) as KeptTarget).engine];
    throw new Refused(fault, `${name}: ${message}. All engines have their previous plug-ins`, { cause: thrown });
  }
}

async function putBack(dependencies: PluginDependencies, { folder, path, kept }: KeptTarget): Promise<void> {
  if (kept === undefined) await rm(path, { recursive: true, force: true });
  else {
    const draft = join(folder, `${draftPrefix}${randomUUID()}`);
    await copyDurably(kept, draft);
    await place(dependencies, draft, path);
  }
  await syncFolder(folder);
}

/** Moves a draft into its place, which can be taken. Only an empty folder can be replaced by a rename. */
async function place({ move }: PluginDependencies, draft: string, path: string): Promise<void> {
  if ((await found(path))?.isDirectory() !== true) return move(draft, path);
  const aside = join(dirname(path), `${draftPrefix}${randomUUID()}`);
  await move(path, aside);
  try {
    await move(draft, path);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Copies a file, or a folder with its content, with the group of the folder that it is in. */
async function copyDurably(from: string, to: string): Promise<void> {
  const isFolder = (await stat(from)).isDirectory();
  if (isFolder) await copyFolder(from, to);
  else await copyFile(from, to);
  if (process.platform !== "win32") {
    const { gid } = await lstat(dirname(to));
    // An account can only give a group that it is in. Other accounts may read and execute the copy anyway.
    await chown(to, -1, gid).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== "EPERM") throw thrown;
    });
    await chmod(to, pluginMode);
  }
  if (isFolder) return;
  const handle = await open(to, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

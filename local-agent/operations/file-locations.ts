import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { ServerFolder, TaskTarget } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { bareDatabaseName, fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { Refused, refusedBy } from "../refused.ts";
import { pathOf } from "../server/admin-api-files.ts";
import type { FileServer, ServerFile } from "../server/file-server.ts";

/** Locations of this server's files, and which of them are hosted now. */
export interface FileLocations {
  /** Returns a file by its hosted name or its full path. @throws Refused */
  source(nameOrPath: string): Promise<Source>;
  /** Returns the location of a source's result, without creating anything. @throws Refused */
  target(target: TaskTarget, source: Source): Promise<Destination>;
  /** Returns a hosting folder, or one below it. @throws Refused */
  folder(folder: ServerFolder, subfolder: string | undefined): Promise<string>;
  /** Returns a location by its full path, no matter what exists there. @throws Refused */
  at(path: string): Promise<Destination>;
  /** Returns the hosted file with this name, in any folder. */
  hostedAs(filename: string): ServerFile | undefined;
}

/** Existing file. */
export interface Source {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hosted name, or null. */
  readonly hostedAs: string | null;
  readonly isOpen: boolean;
}

/** Path for a file. */
export interface Destination {
  readonly path: string;
  /** Folder on whose disk the file will be: its own or a parent. */
  readonly root: string;
}

const notForFiles = /^(?:RC_Data_FMS|Removed|\..*)$/i;

export async function fileLocations(host: Host, server: FileServer): Promise<FileLocations> {
  const files = await server.files();
  const { databases, secure, documents, backups } = host.roots;
  let additional: Promise<readonly string[]> | undefined;
  const additionalFolders = () => {
    additional ??= server.additionalFolders();
    return additional;
  };

  /** Returns all folders in which the server hosts files. Servers before 22 don't list their folders, but all list their files. */
  const hostingFolders = async (): Promise<{ readonly folders: readonly string[]; readonly unlisted: string }> => {
    const ofFiles = files.map(({ folder }) => folder);
    try {
      return { folders: [...(await additionalFolders()), ...ofFiles], unlisted: "" };
    } catch (thrown) {
      return { folders: ofFiles, unlisted: `. ${refusedBy(thrown).message}` };
    }
  };

  /** Returns the root that contains a path. Only follows links in the root's own path. @throws Refused */
  const rootOf = async (path: string, isWritten: boolean): Promise<string> => {
    const { folders, unlisted } = await hostingFolders();
    const roots = [databases, secure, documents, ...(isWritten ? [] : [backups]), ...folders];
    const folder = await realFolder(dirname(path));
    for (const root of roots) {
      const real = await realpath(root).catch(() => undefined); // This server doesn't have the folder.
      if (real === undefined || (folder !== real && !folder.startsWith(real + sep))) continue;
      const between = folder.slice(real.length).split(sep).filter(Boolean);
      if (between.some((name) => notForFiles.test(name)) && isWritten) break;
      return real;
    }
    throw new Refused("not-allowed", `${basename(path)} would be outside of FileMaker Server's folders${unlisted}`);
  };

  const hostedAt = async (path: string): Promise<ServerFile | undefined> => {
    const same = files.filter(
      ({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(basename(path)),
    );
    for (const file of same) if ((await realFolder(file.folder)) === (await realFolder(dirname(path)))) return file;
    return undefined;
  };

  const hostedAs = (filename: string) =>
    files.find((file) => normalizedDatabaseName(file.filename) === normalizedDatabaseName(filename));

  const at: FileLocations["at"] = async (path) => {
    const root = await rootOf(path, true);
    const current = await found(path);
    if (current !== undefined && !current.isFile()) throw new Refused("wrong-kind", `${basename(path)} is not a file`);
    return { path: join(await realFolder(dirname(path)), basename(path)), root };
  };

  /** Returns a location that wouldn't create a second file with a hosted file's name. */
  const destination = async (path: string): Promise<Destination> => {
    const namesake = /\.fmp12$/i.test(path) ? hostedAs(basename(path)) : undefined;
    const isItself = namesake !== undefined && (await hostedAt(path)) === namesake;
    const destined = await at(path);
    if (namesake !== undefined && !isItself && destined.root !== (await realFolder(documents)))
      throw new Refused("in-use", `${namesake.filename} is already hosted, in another folder`);
    return destined;
  };

  const folderOf: FileLocations["folder"] = async (folder, subfolder) => {
    const [first, second] = folder === "default" || folder === "secure" ? [] : await additionalFolders();
    const base = { default: databases, secure, additionalFolder1: first, additionalFolder2: second }[folder];
    if (base === undefined || base === "") throw new Refused("not-found", "FileMaker Server doesn't have this folder");
    return subfolder === undefined ? base : join(base, subfolder);
  };

  return {
    hostedAs,
    folder: folderOf,
    at,

    async source(nameOrPath) {
      const isPath = /[\\/]/.test(nameOrPath);
      const named = isPath ? undefined : hostedAs(nameOrPath);
      if (!isPath && named === undefined) throw new Refused("not-found", `${nameOrPath} is not hosted`);
      const given = named === undefined ? pathOf(nameOrPath) : join(named.folder, named.filename);
      await rootOf(given, false);
      const path = join(await realFolder(dirname(given)), basename(given));
      const stats = await lstat(path).catch((cause: unknown) => {
        if (named === undefined) throw new Refused("not-found", `${basename(path)} not found`, { cause });
        throw new Refused("not-found", notOnDisk(named, cause), { cause });
      });
      if (!stats.isFile()) throw new Refused("wrong-kind", `${basename(path)} is not a file`);
      const file = named ?? (await hostedAt(path));
      return { path, sizeBytes: stats.size, hostedAs: file?.filename ?? null, isOpen: file?.isOpen ?? false };
    },

    async target(target, source) {
      switch (target.form) {
        case "in-place":
          return destination(source.path);
        case "beside":
          return destination(
            join(dirname(source.path), `${bareDatabaseName(basename(source.path))}${target.addition}.fmp12`),
          );
        case "paths":
          return destination(pathOf(target.target));
        case "hosted":
          return destination(join(await folderOf(target.folder, target.subfolder), fullDatabaseName(target.filename)));
      }
    },
  };
}

function notOnDisk({ filename, folder }: ServerFile, cause: unknown): string {
  const is = (cause as NodeJS.ErrnoException).code === "ENOENT" ? "isn't there" : "can't be read by the agent";
  return `FileMaker Server lists ${filename} in ${folder}, but the file ${is}. Check that the agent runs on FileMaker Server's machine, and that the disk is mounted`;
}

/** Returns a folder's real path; for a folder that doesn't exist yet, resolves the existing part. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ENOENT" || dirname(folder) === folder) throw thrown;
    return join(await realFolder(dirname(folder)), basename(folder));
  }
}

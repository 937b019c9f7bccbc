import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";

/** File that FileMaker Server hosts, open or closed, as stored on disk. */
export interface HostedFile {
  readonly root: HostingRoot;
  /** Path below the root: one name, or empty. */
  readonly folder: string;
  /** Exact spelling, with the extension. */
  readonly name: string;
  readonly path: string;
}

export type HostingRoot = Extract<HostRoot, "databases" | "secure">;
export const hostingRoots: readonly HostingRoot[] = ["databases", "secure"];

/** Folders next to hosted files, for files that FileMaker Server removes on request: the current name, and the name in older versions. */
export const removedFolders = ["Removed_By_FMS", "Removed"] as const;

/** Folders next to hosted files in which the server doesn't look for files. */
const notHosted: ReadonlySet<string> = new Set(["RC_Data_FMS", ...removedFolders]);

/** Returns the hosted file with this name in any case. Uses our own listing, so that no name leads elsewhere. @throws Refused */
export async function hostedFile(host: Host, filename: string): Promise<HostedFile> {
  const [found, another] = await hostedNamed(host, filename);
  if (found === undefined) throw new Refused("not-found", "the file is not hosted");
  if (another !== undefined) throw new Refused("not-allowed", "two hosted files have this name");
  return found;
}

/** Returns all hosted files with the same name for the server, which ignores case and folder. */
export async function hostedNamed(host: Host, filename: string): Promise<readonly HostedFile[]> {
  const normalized = normalizedDatabaseName(filename);
  const found = await Promise.all(hostingRoots.map((root) => filesIn(host, root)));
  return found.flat().filter(({ name }) => normalizedDatabaseName(name) === normalized);
}

/** Returns the files of a root and of the folders in it, without links. */
async function filesIn(host: Host, root: HostingRoot): Promise<readonly HostedFile[]> {
  const base = await baseOf(host, root);
  if (base === undefined) return [];
  const entries = await readdir(base, { withFileTypes: true });
  const below = await Promise.all(
    foldersOf(entries).map(async ({ name: folder }) =>
      filesOf(root, base, folder, await entriesOf(join(base, folder))),
    ),
  );
  return [...filesOf(root, base, "", entries), ...below.flat()];
}

/** Returns the folders of a root in which the server looks for files. */
function foldersOf(entries: readonly Dirent[]): readonly Dirent[] {
  return entries.filter((entry) => entry.isDirectory() && !notHosted.has(entry.name));
}

/** Returns all folders that can contain hosted files. */
export async function hostingFolders(host: Host): Promise<readonly string[]> {
  const found = await Promise.all(
    hostingRoots.map(async (root) => {
      const base = await baseOf(host, root);
      if (base === undefined) return [];
      const entries = await readdir(base, { withFileTypes: true });
      return [base, ...foldersOf(entries).map(({ name }) => join(base, name))];
    }),
  );
  return found.flat();
}

/** Returns a root's path on this machine, or undefined if the server doesn't have it. */
export async function baseOf(host: Host, root: HostRoot): Promise<string | undefined> {
  try {
    return await realpath(host.roots[root]);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

function filesOf(root: HostingRoot, base: string, folder: string, entries: readonly Dirent[]): readonly HostedFile[] {
  return entries
    .filter((entry) => entry.isFile() && /\.fmp12$/i.test(entry.name))
    .map(({ name }) => ({ root, folder, name, path: join(base, folder, name) }));
}

/** Returns no entries if the folder was deleted in the meantime, or we can't read it. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (["ENOENT", "EACCES", "EPERM"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return [];
    throw thrown;
  }
}

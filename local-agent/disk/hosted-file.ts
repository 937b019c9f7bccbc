import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";

/** A file that FileMaker Server hosts, open or closed, as it lies on the disk. */
export interface HostedFile {
  readonly root: HostingRoot;
  /** Below the root: one name, or none. */
  readonly folder: string;
  /** In its true spelling, with the extension. */
  readonly name: string;
  readonly path: string;
}

export type HostingRoot = Extract<HostRoot, "databases" | "secure">;
export const hostingRoots: readonly HostingRoot[] = ["databases", "secure"];

/** Folders beside hosted files into which the server moves those that it is asked to remove: today's name, and that of older versions. */
export const removedFolders = ["Removed_By_FMS", "Removed"] as const;

/** Folders beside hosted files in which the server looks for none. */
const notHosted: ReadonlySet<string> = new Set(["RC_Data_FMS", ...removedFolders]);

/** The hosted file of a name, whatever its case: it comes from our own listing, so no name leads anywhere else (R7.3). @throws Refused */
export async function hostedFile(host: Host, filename: string): Promise<HostedFile> {
  const [found, another] = await hostedNamed(host, filename);
  if (found === undefined) throw new Refused("not-found", "it is not among the hosted files");
  if (another !== undefined) throw new Refused("not-allowed", "two hosted files have this name");
  return found;
}

/** Every hosted file whose name is the same to the server, which knows neither case nor folder. */
export async function hostedNamed(host: Host, filename: string): Promise<readonly HostedFile[]> {
  const folded = foldedDatabaseName(filename);
  const found = await Promise.all(hostingRoots.map((root) => filesIn(host, root)));
  return found.flat().filter(({ name }) => foldedDatabaseName(name) === folded);
}

/** The files of a root and of the folders in it. Links are none. */
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

/** The folders of a root in which the server looks for files. */
function foldersOf(entries: readonly Dirent[]): readonly Dirent[] {
  return entries.filter((entry) => entry.isDirectory() && !notHosted.has(entry.name));
}

/** Every folder that may hold hosted files. */
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

/** Where a root is on this machine; undefined where the server has none. */
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

/** None where the folder went meanwhile, or is not ours to read. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (["ENOENT", "EACCES", "EPERM"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return [];
    throw thrown;
  }
}

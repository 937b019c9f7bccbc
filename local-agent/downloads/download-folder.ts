import { chmod, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { downloadsFolder } from "#shared/agent/protocol/tasks/download-tasks.ts";
import type { Clock } from "../clock.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";

/** Folder in which one download is made and read from. */
export interface DownloadFolder {
  readonly folder: string;
  /** Work folder, emptied at the end; FileMaker Server also writes to it. */
  readonly work: string;
  /** Returns the path of the finished, complete download. */
  outcome(name: string): string;
}

const sidecar = "latchkey-download.json";
/** Milliseconds after which a folder can't belong to a download anymore. */
const longestMs = 8 * 24 * 60 * 60_000;

export function downloadFolder(host: Host, download: string): DownloadFolder {
  const folder = join(host.roots.backups, downloadsFolder, download);
  return { folder, work: join(folder, "work"), outcome: (name) => join(folder, name) };
}

/** Recreates the folder empty, and records how long it is kept. */
export async function makeDownloadFolder(download: DownloadFolder, keptUntil: number): Promise<void> {
  await rm(download.folder, { recursive: true, force: true });
  await makeFolder(download.work, 0o775);
  // The server's own account, which shares a group with ours, writes the backups.
  for (const folder of [join(download.folder, ".."), download.folder, download.work])
    await chmod(folder, 0o775).catch(notOurs);
  const file = await open(join(download.folder, sidecar), "w", 0o664);
  await file.writeFile(`${JSON.stringify({ keptUntil })}\n`).finally(() => file.close());
}

/** Syncs a finished file to disk, then moves it into place in one step. */
export async function finish(draft: string, outcome: string): Promise<void> {
  const handle = await open(draft, "r+");
  await handle.sync().finally(() => handle.close());
  await rename(draft, outcome);
}

/** Deletes expired downloads. Returns their number. */
export async function sweepDownloads(host: Host, clock: Clock): Promise<number> {
  const folder = join(host.roots.backups, downloadsFolder);
  if ((await found(folder)) === undefined) return 0;
  let swept = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const keptUntil = (await keptUntilOf(path)) ?? ((await found(path))?.mtimeMs ?? 0) + longestMs;
    if (keptUntil > clock.now()) continue;
    await rm(path, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}

async function keptUntilOf(folder: string): Promise<number | undefined> {
  try {
    const sidecarFields = jsonIn(await readFile(join(folder, sidecar), "utf8")) as
      | { readonly keptUntil?: unknown }
      | undefined;
    return typeof sidecarFields?.keptUntil === "number" ? sidecarFields.keptUntil : undefined;
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw thrown;
  }
}

/** Ignores that another account may have created the folder of all downloads. */
function notOurs(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== "EPERM") throw thrown;
}

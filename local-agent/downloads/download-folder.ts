import { chmod, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { downloadsFolder } from "#shared/agent/protocol/tasks/download-tasks.ts";
import type { Clock } from "../clock.ts";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";

/** Where one download is made and read from. */
export interface DownloadFolder {
  readonly folder: string;
  /** Room for what is thrown away at the end; FileMaker Server writes there too. */
  readonly work: string;
  /** Where the finished download lies, whole. */
  outcome(name: string): string;
}

const sidecar = "latchkey-download.json";
/** Older than this, whatever was left is nobody's. Milliseconds. */
const longestMs = 8 * 24 * 60 * 60_000;

export function downloadFolder(host: Host, download: string): DownloadFolder {
  const folder = join(host.roots.backups, downloadsFolder, download);
  return { folder, work: join(folder, "work"), outcome: (name) => join(folder, name) };
}

/** Makes it anew, empty, and writes down for how long it is kept. */
export async function makeDownloadFolder(download: DownloadFolder, keptUntil: number): Promise<void> {
  await rm(download.folder, { recursive: true, force: true });
  await mkdir(download.work, { recursive: true });
  // Backups are written by the server's own account, which shares a group with ours.
  for (const folder of [join(download.folder, ".."), download.folder, download.work])
    await chmod(folder, 0o775).catch(notOurs);
  const file = await open(join(download.folder, sidecar), "w", 0o664);
  await file.writeFile(`${JSON.stringify({ keptUntil })}\n`).finally(() => file.close());
}

/** Puts a finished file in its place in one step, after its bytes are on the disk. */
export async function finish(draft: string, outcome: string): Promise<void> {
  const handle = await open(draft, "r+");
  await handle.sync().finally(() => handle.close());
  await rename(draft, outcome);
}

/** Deletes downloads whose time is over. Answers how many. */
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

/** The folder of all downloads may have been made by another account. */
function notOurs(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== "EPERM") throw thrown;
}

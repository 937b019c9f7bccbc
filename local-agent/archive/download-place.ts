import { chmod, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { downloadsFolder } from "../../shared/contract/agent/download-works.ts";
import { jsonIn } from "../../shared/contract/agent/frame.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { found } from "./on-disk.ts";

/** Where one download is made and read from. */
export interface DownloadPlace {
  readonly folder: string;
  /** Room for what is thrown away at the end; FileMaker Server writes there too. */
  readonly work: string;
  /** Where the finished download lies, whole. */
  outcome(name: string): string;
}

const sidecar = "latchkey-download.json";
/** Older than this, whatever was left is nobody's. Milliseconds. */
const longestMs = 8 * 24 * 60 * 60_000;

export function downloadPlace(host: Host, download: string): DownloadPlace {
  const folder = join(host.roots.backups, downloadsFolder, download);
  return { folder, work: join(folder, "work"), outcome: (name) => join(folder, name) };
}

/** Makes it anew, empty, and writes down for how long it is kept. */
export async function makeDownloadPlace(place: DownloadPlace, keptUntil: number): Promise<void> {
  await rm(place.folder, { recursive: true, force: true });
  await mkdir(place.work, { recursive: true });
  // Backups are written by the server's own account, which shares a group with ours.
  for (const folder of [join(place.folder, ".."), place.folder, place.work]) await chmod(folder, 0o775).catch(notOurs);
  const file = await open(join(place.folder, sidecar), "w", 0o664);
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
    const place = join(folder, name);
    const keptUntil = (await keptUntilOf(place)) ?? ((await found(place))?.mtimeMs ?? 0) + longestMs;
    if (keptUntil > clock.now()) continue;
    await rm(place, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}

async function keptUntilOf(place: string): Promise<number | undefined> {
  try {
    const said = jsonIn(await readFile(join(place, sidecar), "utf8")) as { readonly keptUntil?: unknown } | undefined;
    return typeof said?.keptUntil === "number" ? said.keptUntil : undefined;
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw thrown;
  }
}

/** The folder of all downloads may have been made by another account. */
function notOurs(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== "EPERM") throw thrown;
}

import { dirname, join } from "node:path";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { found } from "../../disk/on-disk.ts";
import { sha256Of } from "../../disk/sha256-of.ts";
import { copyClosed } from "../../downloads/closed-copy.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { readZip, unzipFile } from "../../zip/read-zip.ts";
import { buildFolder, zipName } from "../build-folder.ts";

interface WantedFile {
  readonly build: string;
  readonly file: string;
  readonly sizeBytes: number;
  /** SHA-256 of the file in hexadecimal digits. */
  readonly sha256: string;
  /** Bytes to leave free on the disk. */
  readonly floorBytes: number;
}

/** Space needed, as a multiple of the file: the copy, and its XML, which is rarely as large. */
const copies = 2;

/** Copies a file out of a build in the outbox, zipped or not, so that it can be opened. @throws Refused */
export async function takeFile(
  { host, signal }: Pick<TaskContext, "host" | "signal">,
  { build, file, sizeBytes, sha256, floorBytes }: WantedFile,
  target: string,
): Promise<void> {
  const folder = buildFolder(host, "outbox", build);
  if ((await found(folder)) === undefined) throw new Refused("not-found", "the build is no longer in the outbox");
  await checkDiskSpace([{ folder: dirname(target), bytes: sizeBytes * copies }], floorBytes);
  const zip = join(folder, zipName(build));
  const isZipped = (await found(zip)) !== undefined;
  const sum = isZipped ? await unzipped(zip, file, { sizeBytes, target, signal }) : await copied(folder, file, target);
  if (sum !== sha256) throw new Refused("changed", "the file differs from the build's record");
}

async function unzipped(
  zip: string,
  name: string,
  { sizeBytes, target, signal }: { readonly sizeBytes: number; readonly target: string; readonly signal: AbortSignal },
): Promise<string> {
  const file = (await readZip(zip, { [name]: sizeBytes })).find((entry) => entry.name === name);
  if (file === undefined) throw new Refused("not-found", "the file is not in the build's zip archive");
  await unzipFile(zip, file, target, signal);
  return sha256Of(target);
}

async function copied(folder: string, name: string, target: string): Promise<string> {
  await copyClosed(join(folder, name), target);
  return sha256Of(target);
}

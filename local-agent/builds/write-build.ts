import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HostPath } from "#shared/agent/protocol/host-path.ts";
import type { BuildOutcome } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import type { MadeFile } from "../downloads/one-file.ts";
import { type FileToZip, writeZip } from "../downloads/write-zip.ts";
import { moveTo } from "../operations/move.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { manifestName, zipName } from "./build-folder.ts";

type Fields = TaskFields<"builds.make">;
type Context = Pick<TaskContext, "progress" | "say" | "signal">;

/** Copy or clone under its name in the build. */
interface BuildFile extends MadeFile {
  readonly filename: string;
}

/** Writes a build into an empty folder: the files or a zip of them, and the manifest with the results. */
export async function writeBuild(
  context: Context,
  fields: Fields,
  files: readonly BuildFile[],
  folder: string,
): Promise<BuildOutcome> {
  const entries = await entriesOf(context, files, fields.withContainers);
  const hasContainers = (name: string) =>
    entries.some((entry) => entry.name.startsWith(`RC_Data_FMS/${bareDatabaseName(name)}/`));
  const described = (sums: ReadonlyMap<string, FileSum>): BuildOutcome["files"] =>
    files.map(({ filename }) => {
      const { size = 0, sha256 = "" } = sums.get(filename) ?? {};
      return { fileName: filename, size, sha256, hasContainerData: hasContainers(filename) };
    });

  const totalBytes = await sizesOf(entries);
  context.progress({ phase: "zipping", done: 0, total: totalBytes, unit: "bytes" });
  const outcome: BuildOutcome = fields.isZipped
    ? await zipped({ context, fields, entries, folder, described })
    : await moved({ context, entries, folder, described });
  await lasting(join(folder, manifestName), finalManifest(fields, outcome));
  return outcome;
}

interface FileSum {
  readonly size: number;
  readonly sha256: string;
}

interface Writing {
  readonly context: Context;
  readonly entries: readonly FileToZip[];
  readonly folder: string;
  readonly described: (sums: ReadonlyMap<string, FileSum>) => BuildOutcome["files"];
}

/** Zips in one pass: reads, counts, hashes and packs every byte once. */
async function zipped({ context, fields, entries, folder, described }: Writing & { readonly fields: Fields }) {
  const inZip = join(folder, manifestName);
  await writeFile(inZip, JSON.stringify({ ...JSON.parse(fields.manifest), status: "zipping" }, null, 2));
  const target = join(folder, zipName(fields.build));
  const hashes = new Map<string, { readonly hash: ReturnType<typeof createHash>; size: number }>();
  const whole = createHash("sha256");
  let done = 0;
  await writeZip([{ path: inZip, name: manifestName }, ...entries], target, context.signal, {
    compression: { level: fields.level, memLevel: fields.memoryLevel },
    onRead(name, bytes) {
      const sum = hashes.get(name) ?? { hash: createHash("sha256"), size: 0 };
      sum.hash.update(bytes);
      sum.size += bytes.length;
      hashes.set(name, sum);
      done += bytes.length;
      context.progress({ done });
    },
    onWrite: (bytes) => void whole.update(bytes),
  });
  const handle = await open(target, "r+");
  const { size } = await handle.stat();
  await handle.sync().finally(() => handle.close());
  const sums = new Map([...hashes].map(([name, sum]) => [name, { size: sum.size, sha256: sum.hash.digest("hex") }]));
  return { zipSize: size, sha256: whole.digest("hex"), files: described(sums) };
}

async function moved({ context, entries, folder, described }: Writing) {
  const sums = new Map<string, FileSum>();
  let done = 0;
  for (const { path, name } of entries) {
    const hash = createHash("sha256");
    let size = 0;
    for await (const bytes of createReadStream(path)) {
      hash.update(bytes);
      size += bytes.length;
    }
    sums.set(name, { size, sha256: hash.digest("hex") });
    await moveTo(path, join(folder, ...name.split("/")));
    done += size;
    context.progress({ done });
  }
  return { zipSize: null, sha256: null, files: described(sums) };
}

/** Returns every file under its own name, with its containers where the server looks for them. */
async function entriesOf({ say }: Context, files: readonly BuildFile[], withContainers: boolean): Promise<FileToZip[]> {
  const entries: FileToZip[] = [];
  for (const { path, filename, containers } of files) {
    entries.push({ path, name: filename });
    if (!withContainers || containers === undefined || (await found(containers)) === undefined) continue;
    for (const relativePath of await filesBelow(containers)) {
      const name = `RC_Data_FMS/${bareDatabaseName(filename)}/${relativePath}`;
      if (HostPath.safeParse(name).success) entries.push({ path: join(containers, relativePath), name });
      else say("error", `Skipped, because other systems can't represent its name: ${name}`);
    }
  }
  return entries;
}

async function sizesOf(entries: readonly FileToZip[]): Promise<number> {
  const sizes = await Promise.all(entries.map(async ({ path }) => (await found(path))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the service's manifest, completed with values that only the files show. */
function finalManifest({ manifest, build }: Fields, { zipSize, sha256, files }: BuildOutcome): string {
  const { files: named = [], ...rest } = JSON.parse(manifest);
  const finished = {
    ...rest,
    status: "completed",
    files: files.map((file, index) => ({ ...named[index], ...file })),
    completedFiles: files.length,
    ...(zipSize !== null && { zipArchive: zipName(build), zipSize, sha256 }),
  };
  return `${JSON.stringify(finished, null, 2)}\n`;
}

async function lasting(path: string, text: string): Promise<void> {
  const handle = await open(path, "w", 0o664);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

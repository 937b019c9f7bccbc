import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import {
  boxFolder,
  buildFolder,
  makeSharedFolder,
  manifestName,
  processFolder,
  zipName,
} from "../builds/build-folder.ts";
import type { Clock } from "../clock.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found, sizeOf } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { copyTo, moveTo } from "../operations/move.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { manifestPath } from "./text-files.ts";

/** Milliseconds to keep a failed deployment's build in the inbox. */
const keptMs = 48 * 60 * 60_000;
const sidecarName = ".latchkey-kept.json";
/** Marks builds in the inbox that a deployment has left there. Others aren't ours to delete. */
const Sidecar = z.object({ sha256: z.string(), keptUntil: z.number() });

type Source = TaskFields<"deployments.run">["source"];
type Zip = Extract<NonNullable<Source>, { readonly kind: "zip" }>;

/** True for builds with a known checksum, which aren't remade for each deployment. */
function isReusable(source: Source): source is Zip & { readonly sha256: string } {
  return source?.kind === "zip" && source.sha256 !== null && !source.build.startsWith("jit_");
}

/** Takes a build from the inbox that an earlier deployment left there. Returns true if it existed. @throws Refused no-space */
export async function takeKeptBuild(source: Source, host: Host, target: string, floorBytes: number): Promise<boolean> {
  if (!isReusable(source)) return false;
  const folder = buildFolder(host, "inbox", source.build);
  const zip = join(folder, zipName(source.build));
  if ((await sidecarOf(folder))?.sha256 !== source.sha256 || (await found(zip)) === undefined) return false;
  await checkDiskSpace([{ folder: host.roots.backups, bytes: await sizeOf(zip) }], floorBytes);
  await copyTo(zip, target);
  return true;
}

/** Moves a failed deployment's downloaded build to the inbox, so that the next one can reuse it. Can be repeated after an interruption. */
export async function keepFetchedBuild(source: Source, { host, process, clock }: Keeping): Promise<void> {
  if (!isReusable(source)) return;
  const { build, sha256 } = source;
  const finished = buildFolder(host, "inbox", build);
  const draft = join(processFolder(host, process), "kept");
  const fetched = join(processFolder(host, process), zipName(build));
  if ((await found(finished)) !== undefined) return;
  if ((await found(fetched)) === undefined && (await found(join(draft, zipName(build)))) === undefined) return;
  await makeFolder(draft, 0o775);
  await moveTo(fetched, join(draft, zipName(build)));
  const manifest =
    (await found(manifestPath(host, process))) && jsonIn(await readFile(manifestPath(host, process), "utf8"));
  const completed = {
    ...(manifest as object | undefined),
    status: "completed",
    buildId: build,
    zipArchive: zipName(build),
  };
  await writeFile(join(draft, manifestName), JSON.stringify(completed, null, 2), { mode: 0o664 });
  await writeFile(join(draft, sidecarName), JSON.stringify({ sha256, keptUntil: clock.now() + keptMs }), {
    mode: 0o664,
  });
  await makeSharedFolder(host, boxFolder(host, "inbox"));
  await moveTo(draft, finished);
}

type Keeping = Pick<TaskContext, "host" | "process" | "clock">;

/** Deletes a build that was kept in the inbox, once its deployment has succeeded. */
export async function forgetKeptBuild(source: Source, host: Host): Promise<void> {
  if (!isReusable(source)) return;
  const folder = buildFolder(host, "inbox", source.build);
  if ((await sidecarOf(folder))?.sha256 === source.sha256) await rm(folder, { recursive: true, force: true });
}

/** Deletes expired builds of deployments from the inbox. Returns their names. */
export async function sweepKeptBuilds(host: Host, clock: Pick<Clock, "now">): Promise<readonly string[]> {
  const inbox = boxFolder(host, "inbox");
  if ((await found(inbox)) === undefined) return [];
  const swept: string[] = [];
  for (const name of await readdir(inbox)) {
    const sidecar = await sidecarOf(join(inbox, name));
    if (sidecar === undefined || sidecar.keptUntil > clock.now()) continue;
    await rm(join(inbox, name), { recursive: true, force: true });
    swept.push(name);
  }
  return swept;
}

async function sidecarOf(folder: string): Promise<z.infer<typeof Sidecar> | undefined> {
  try {
    return Sidecar.safeParse(jsonIn(await readFile(join(folder, sidecarName), "utf8"))).data;
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw thrown;
  }
}

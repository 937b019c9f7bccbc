import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FieldsOf } from "#shared/agent/protocol/command.ts";
import { buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { HostUploads } from "../browser/uploads/host-uploads.ts";
import type { Clock } from "../clock.ts";
import { found } from "../disk/on-disk.ts";
import { sha256Of } from "../disk/sha256-of.ts";
import type { Host } from "../host.ts";
import { moveTo } from "../operations/move.ts";
import { makeSharedFolder } from "./build-folder.ts";

/** Beside the inbox: what is on its way here. */
const incoming = "incoming";
/** How long a zip lies here that no deployment has taken. Milliseconds. */
const keptMs = 48 * 60 * 60_000;

const nameOf = (process: number) => `${process}.build.zip`;

/** Where the zip arrives that another server brings for the deployment of a process. */
export function pushedZip(host: Host, process: number): string {
  return join(host.roots.backups, buildsFolder, incoming, nameOf(process));
}

/** Begins the upload of that zip. @throws Refused */
export async function expectZip(
  host: Host,
  uploads: Pick<HostUploads, "begin">,
  { process, ...upload }: FieldsOf<"builds.expect">,
): Promise<void> {
  await makeSharedFolder(host, join(host.roots.backups, buildsFolder, incoming));
  const path = [buildsFolder, incoming, nameOf(process)].join("/");
  await uploads.begin({ ...upload, root: "backups", path, isReplacing: true });
}

/** Moves the zip to where its deployment works, if it is what its server has announced; deletes it otherwise. */
export async function takePushedZip(
  zip: string,
  sha256: string | null,
  target: string,
): Promise<"taken" | "another" | "none"> {
  if ((await found(zip)) === undefined) return "none";
  if (sha256 === null || (await sha256Of(zip)) !== sha256) {
    await rm(zip, { force: true });
    return "another";
  }
  await moveTo(zip, target);
  return "taken";
}

/** Deletes zips whose deployments have ended without them. Answers how many. */
export async function sweepPushedZips(host: Host, clock: Pick<Clock, "now">): Promise<number> {
  const folder = join(host.roots.backups, buildsFolder, incoming);
  if ((await found(folder)) === undefined) return 0;
  let swept = 0;
  for (const name of await readdir(folder)) {
    if (!/^\d+\.build\.zip$/.test(name)) continue;
    const { mtimeMs = 0 } = (await found(join(folder, name))) ?? {};
    if (clock.now() - mtimeMs < keptMs) continue;
    await rm(join(folder, name), { force: true });
    swept += 1;
  }
  return swept;
}

import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FieldsOf } from "#shared/agent/protocol/command.ts";
import { pushedZipPath } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { HostUploads } from "../browser/uploads/host-uploads.ts";
import type { Clock } from "../clock.ts";
import { found } from "../disk/on-disk.ts";
import { sha256Of } from "../disk/sha256-of.ts";
import type { Host } from "../host.ts";
import { moveTo } from "../operations/move.ts";
import { makeSharedFolder } from "./build-folder.ts";

/** Milliseconds to keep a zip whose deployment ended while the service couldn't reach this agent. */
const keptMs = 48 * 60 * 60_000;

/** Returns the path at which another server's zip arrives for a process's deployment. */
export function pushedZip(host: Host, process: number): string {
  return join(host.roots.backups, pushedZipPath(process));
}

/** Begins the upload of that zip. @throws Refused */
export async function expectZip(
  host: Host,
  uploads: Pick<HostUploads, "begin">,
  { process, ...upload }: FieldsOf<"builds.expect">,
): Promise<void> {
  await makeSharedFolder(host, dirname(pushedZip(host, process)));
  await uploads.begin({ ...upload, root: "backups", path: pushedZipPath(process), isReplacing: true });
}

/** Moves the zip to its deployment's folder if it is what its server announced, and deletes it otherwise. */
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

/** Deletes old zips whose deployments ended without them. Returns their number. */
export async function sweepPushedZips(host: Host, clock: Pick<Clock, "now">): Promise<number> {
  const folder = dirname(pushedZip(host, 0));
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

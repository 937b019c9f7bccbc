import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Host } from "../host.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import { hostedPath } from "./hosted-file.ts";
import { containerFolder } from "./remote-containers.ts";

/** Moves a hosted file and its external containers to the folder Removed_By_FMS next to it. */
export function removeHosted(host: Host, database: LiveDatabase): void {
  const path = hostedPath(host, database);
  if (path === undefined || !existsSync(path)) return;
  move(path, join(dirname(path), "Removed_By_FMS", basename(path)));
  const containers = containerFolder(path);
  if (existsSync(containers))
    move(containers, join(dirname(path), "Removed_By_FMS", "RC_Data_FMS", basename(containers)));
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

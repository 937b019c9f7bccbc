import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { Refused } from "../refused.ts";

/**
 * Checks that something can be created in each folder, or in the nearest existing folder above it. Changes nothing.
 * @throws Refused not-writable, with the folder and what to do
 */
export async function checkWriteAccess(folders: Iterable<string>): Promise<void> {
  for (const folder of new Set(folders)) {
    const obstacle = await writeObstacle(folder);
    if (obstacle !== undefined) throw obstacle;
  }
}

/** Returns the reason why the agent may not create anything in a folder, or undefined. */
export async function writeObstacle(folder: string): Promise<Refused | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT" && dirname(folder) !== folder) return writeObstacle(dirname(folder));
    // Something else is in the way, which has a better reason of its own.
    if (code === "ENOTDIR") return undefined;
    return new Refused("not-writable", obstacleText(folder, code), { cause: thrown });
  }
}

function obstacleText(folder: string, code: string | undefined): string {
  if (code === "EROFS" && process.platform === "linux")
    return `the agent can't write to ${folder}: the folder is read-only for it. On the host, add the line ReadWritePaths="${folder}" below [Service] in a drop-in of the agent's unit, such as /etc/systemd/system/latchkey-agent.service.d/folders.conf, then run systemctl daemon-reload and restart the unit`;
  if (code === "EROFS") return `the agent can't write to ${folder}: the disk is read-only`;
  if (code === "EACCES" || code === "EPERM")
    return `the agent's account can't write to ${folder}: allow the group of FileMaker Server's files to write to it`;
  return `the agent can't write to ${folder}: ${code ?? "unknown error"}`;
}

import { constants } from "node:fs";
import { access, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
export async function writeObstacle(folder: string, platform = process.platform): Promise<Refused | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    // Node knows neither Windows' access lists nor macOS's privacy protection: only an attempt shows those.
    if (platform !== "linux") await tryToCreate(folder);
    return undefined;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT" && dirname(folder) !== folder) return writeObstacle(dirname(folder), platform);
    // Something else is in the way, which has a better reason of its own.
    if (code === "ENOTDIR") return undefined;
    return new Refused("not-writable", obstacleText(folder, code, platform), { cause: thrown });
  }
}

async function tryToCreate(folder: string): Promise<void> {
  const file = join(folder, `.latchkey-write-check-${process.pid}`);
  await writeFile(file, "");
  await rm(file, { force: true });
}

/** Returns what keeps the agent from writing, and the line that allows it. */
export function obstacleText(folder: string, code: string | undefined, platform: NodeJS.Platform): string {
  if (code === "EROFS" && platform === "linux")
    return `the agent can't write to ${folder}: the folder is read-only for it. On the host, run as root: latchkey agent allow-folders. Without that command, add the line ReadWritePaths="${folder}" below [Service] in a drop-in of the agent's unit, such as /etc/systemd/system/latchkey-agent.service.d/folders.conf, then run systemctl daemon-reload and restart the unit`;
  if (code === "EROFS") return `the agent can't write to ${folder}: the disk is read-only`;
  if (code !== "EACCES" && code !== "EPERM") return `the agent can't write to ${folder}: ${code ?? "unknown error"}`;
  if (platform === "win32")
    return `the agent's account can't write to ${folder}. As an administrator, run: icacls "${folder}" /grant "*S-1-5-19:(OI)(CI)M" (S-1-5-19 is LOCAL SERVICE; name another account of the agent instead)`;
  if (platform === "darwin" && code === "EPERM")
    return `macOS's privacy protection keeps the agent from ${folder}: in System Settings, Privacy & Security, Full Disk Access, add ${process.execPath} and restart the agent`;
  return `the agent's account can't write to ${folder}: allow the group of FileMaker Server's files to write to it`;
}

import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";

/** Returns a folder in FileMaker Server's notation: `filelinux:/opt/…/`. */
export async function serverNotation(folder: string, platform = process.platform): Promise<string> {
  if (platform === "win32") return `filewin:/${folder.replaceAll("\\", "/")}/`;
  if (platform !== "darwin") return `filelinux:${folder}/`;
  const [, volume, rest] = /^\/Volumes\/([^/]+)(.*)$/.exec(folder) ?? [];
  return volume === undefined ? `filemac:/${await startVolume()}${folder}/` : `filemac:/${volume}${rest}/`;
}

/** Returns the name of the startup disk among the volumes, which leads to the root. */
async function startVolume(): Promise<string> {
  for (const name of await readdir("/Volumes")) if ((await realpath(join("/Volumes", name))) === "/") return name;
  return "Macintosh HD";
}

import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** Folder of FileMaker Server on Linux; worlds use paths below it. */
const USUAL_ROOT = "/opt/FileMaker/FileMaker Server/";

/** Folder of an installation's other disks, such as `Data` and `Backups` in https://github.com/hammondus/filemaker-install. */
const USUAL_DISKS = "/opt/FileMaker/";

/** Subfolders of a server's folder. */
export const FOLDERS = {
  databases: "Data/Databases",
  secure: "Data/Secure",
  documents: "Data/Documents",
  backups: "Data/Backups",
  scripts: "Data/Scripts",
  progressive: "Data/Progressive",
  preferences: "Data/Preferences",
  tools: "Database Server/bin",
  extensions: "Database Server/Extensions",
  webPublishing: "Web Publishing/publishing-engine/cwpc",
  dataApi: "Web Publishing/publishing-engine/wip",
  certificates: "CStore",
  logs: "Logs",
  adminLogs: "Admin/FAC/logs",
} as const;

/** Returns a path in FileMaker's notation, such as `filelinux:/opt/…`. */
export function inNotation(path: string): string {
  return `filelinux:${path}`;
}

/** Returns the path in FileMaker's notation as a plain path. */
export function outOfNotation(path: string): string {
  return path.replace(/^file(?:linux|mac|win)?:/i, "");
}

/** Returns a value in which all paths of a standard installation are moved into this folder, and those of its other disks next to it. */
export function movedInto<Value>(folder: string, value: Value): Value {
  return moved(value, (text) => {
    const [, notation = "", path = ""] = /^(filelinux:)?(.*)$/s.exec(text) ?? [];
    if (path.startsWith(USUAL_ROOT)) return `${notation}${join(folder, path.slice(USUAL_ROOT.length))}`;
    if (!path.startsWith(USUAL_DISKS) || USUAL_ROOT.startsWith(path)) return text;
    return `${notation}${join(dirname(folder), path.slice(USUAL_DISKS.length))}`;
  }) as Value;
}

/** Returns true if a path is inside a folder, without leaving it again. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function moved(value: unknown, move: (text: string) => string): unknown {
  if (typeof value === "string") return move(value);
  if (Array.isArray(value)) return value.map((item) => moved(item, move));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, moved(item, move)]));
}

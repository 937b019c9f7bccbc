import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import { nameRefusal } from "#shared/agent/protocol/host-name.ts";
import { HostPath, HostRoot } from "#shared/agent/protocol/host-path.ts";

/** File or folder, by its root and its path below it. */
export interface HostLocation {
  readonly root: HostRoot;
  readonly path: string;
}

interface RootRule {
  readonly name: string;
  /** True if callers can add, delete and change files. */
  readonly isWritable: boolean;
  /** True if the database server can have the files open. */
  readonly isHosting: boolean;
}

/**
 * Root folders and their permissions. Hosted files and their data are changed only by operations that know if they are open. Scripts run as
 * the server's account, so a caller who could write one would have that account's permissions.
 */
export const rootRules: Readonly<Record<HostRoot, RootRule>> = {
  databases: { name: "Databases", isWritable: false, isHosting: true },
  secure: { name: "Secure", isWritable: false, isHosting: true },
  documents: { name: "Documents", isWritable: true, isHosting: false },
  backups: { name: "Backups", isWritable: true, isHosting: false },
  scripts: { name: "Scripts", isWritable: false, isHosting: false },
  logs: { name: "Logs", isWritable: false, isHosting: false },
};

/** True if a place can be changed. Root folders can't. */
export function mayChange({ root, path }: HostLocation): boolean {
  return rootRules[root].isWritable && path !== "";
}

/** True if new files and folders can be added to a folder. */
export function mayFill({ root }: HostLocation): boolean {
  return rootRules[root].isWritable;
}

/** True if the bytes can be sent as they are on disk. A file that the database server has open could be sent half-changed. */
export function maySend({ root, path }: HostLocation, kind: BrowserEntry["kind"]): boolean {
  if (kind === "other") return false;
  const isBeside = path.split("/").some((name) => containerFolder.test(name) || removedFolder.test(name));
  return !rootRules[root].isHosting || isBeside || (kind === "file" && !databaseFile.test(path));
}

/** Returns the role of an entry: a file that the server can host, or a folder with externally stored containers. */
export function markOf(
  { root, path }: HostLocation,
  kind: BrowserEntry["kind"],
): "hosted" | "containers" | "link" | null {
  if (kind === "other") return "link";
  if (kind === "folder") return containerFolder.test(path.slice(path.lastIndexOf("/") + 1)) ? "containers" : null;
  return rootRules[root].isHosting && databaseFile.test(path) && maySend({ root, path }, kind) === false
    ? "hosted"
    : null;
}

const containerFolder = /^RC_Data_FMS$/i;
const removedFolder = /^Removed(?:_By_FMS)?$/i;
const databaseFile = /\.fmp12$/i;

/** Returns the id of a place in the API: its root and path in base64url. */
export function idOf({ root, path }: HostLocation): string {
  return Buffer.from(pathOf({ root, path })).toString("base64url");
}

/** Returns a readable path: `documents/Reports/May.pdf`. */
export function pathOf({ root, path }: HostLocation): string {
  return path === "" ? root : `${root}/${path}`;
}

/** Returns undefined for an id that isn't from a listing. Each place has exactly one id. */
export function locationOfId(id: string): HostLocation | undefined {
  const bytes = Buffer.from(id, "base64url");
  const text = bytes.toString("utf8");
  const location = locationOfPath(text);
  return location !== undefined && idOf(location) === id ? location : undefined;
}

/** Returns undefined for an invalid path, or one outside the root folders. */
export function locationOfPath(text: string): HostLocation | undefined {
  const end = text.indexOf("/");
  const root = HostRoot.safeParse(end < 0 ? text : text.slice(0, end));
  const path = HostPath.safeParse(end < 0 ? "" : text.slice(end + 1));
  if (!root.success || !path.success || (end >= 0 && path.data === "")) return undefined;
  // Longer than any file system allows.
  if (Buffer.byteLength(path.data) > maxPathBytes) return undefined;
  if (path.data.split("/").some((name) => Buffer.byteLength(name) > maxNameBytes)) return undefined;
  return { root: root.data, path: path.data };
}

const maxPathBytes = 3_000;
const maxNameBytes = 255;

/**
 * Returns a place in a folder with a new name, or the reason why that is invalid. Names are composed (NFC), because macOS decomposes them
 * (NFD) and other systems don't.
 */
export function newLocationIn(folder: HostLocation, name: string): HostLocation | { readonly refusal: string } {
  const composed = name.normalize("NFC");
  const refusal = nameRefusal(composed);
  if (refusal !== undefined) return { refusal };
  const location = locationOfPath(`${pathOf(folder)}/${composed}`);
  return location ?? { refusal: "must be shorter, because the path would be too long" };
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const longestLinkMs = 7 * units.d;

/**
 * Returns the lifetime of a link from a text such as `10m` or `1h`, in milliseconds. Undefined if the text is invalid or the time too long.
 */
export function linkMs(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? [];
  const milliseconds = Number(number) * (units[unit as keyof typeof units] ?? 0);
  return milliseconds > 0 && milliseconds <= longestLinkMs ? milliseconds : undefined;
}

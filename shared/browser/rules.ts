import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import { nameRefusal } from "#shared/agent/protocol/host-name.ts";
import { HostPath, HostRoot } from "#shared/agent/protocol/host-path.ts";

/** A file or folder by its root and its path below. */
export interface HostLocation {
  readonly root: HostRoot;
  readonly path: string;
}

interface RootRule {
  readonly name: string;
  /** Whether files come, go and change here from outside. */
  readonly isWritable: boolean;
  /** Whether the database server works on the files. */
  readonly isHosting: boolean;
}

/**
 * What the folders are, and what may be done in them. Hosted files and what belongs to them are changed by operations that know
 * whether they are open. Scripts are run by the server's account: whoever could write one could do what that account may.
 */
export const rootRules: Readonly<Record<HostRoot, RootRule>> = {
  databases: { name: "Databases", isWritable: false, isHosting: true },
  secure: { name: "Secure", isWritable: false, isHosting: true },
  documents: { name: "Documents", isWritable: true, isHosting: false },
  backups: { name: "Backups", isWritable: true, isHosting: false },
  scripts: { name: "Scripts", isWritable: false, isHosting: false },
  logs: { name: "Logs", isWritable: false, isHosting: false },
};

/** Whether a place may be changed. The roots themselves may not. */
export function mayChange({ root, path }: HostLocation): boolean {
  return rootRules[root].isWritable && path !== "";
}

/** Whether new files and folders may come into a folder. */
export function mayFill({ root }: HostLocation): boolean {
  return rootRules[root].isWritable;
}

/** Whether its bytes may be sent as they lie there. Of what the database server works on they could be of two moments. */
export function maySend({ root, path }: HostLocation, kind: BrowserEntry["kind"]): boolean {
  if (kind === "other") return false;
  const isBeside = path.split("/").some((name) => containerFolder.test(name) || removedFolder.test(name));
  return !rootRules[root].isHosting || isBeside || (kind === "file" && !databaseFile.test(path));
}

/** What an entry is to the server: a file that it may host, or the folder of containers that are stored outside. */
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
const removedFolder = /^Removed$/i;
const databaseFile = /\.fmp12$/i;

/** A place's id on the wire: its root and path in one text, base64url. */
export function idOf({ root, path }: HostLocation): string {
  return Buffer.from(pathOf({ root, path })).toString("base64url");
}

/** A place as people read it: `documents/Reports/May.pdf`. */
export function pathOf({ root, path }: HostLocation): string {
  return path === "" ? root : `${root}/${path}`;
}

/** Undefined for an id that no listing gave. One place has one id. */
export function locationOfId(id: string): HostLocation | undefined {
  const bytes = Buffer.from(id, "base64url");
  const text = bytes.toString("utf8");
  const location = locationOfPath(text);
  return location !== undefined && idOf(location) === id ? location : undefined;
}

/** Undefined for what is no path below one of the roots. */
export function locationOfPath(text: string): HostLocation | undefined {
  const end = text.indexOf("/");
  const root = HostRoot.safeParse(end < 0 ? text : text.slice(0, end));
  const path = HostPath.safeParse(end < 0 ? "" : text.slice(end + 1));
  if (!root.success || !path.success || (end >= 0 && path.data === "")) return undefined;
  // Longer than any file system takes.
  if (Buffer.byteLength(path.data) > mostPathBytes) return undefined;
  if (path.data.split("/").some((name) => Buffer.byteLength(name) > mostNameBytes)) return undefined;
  return { root: root.data, path: path.data };
}

const mostPathBytes = 3_000;
const mostNameBytes = 255;

/** A place in a folder under a new name, or why there can be none. macOS spells names apart (NFD) that others keep composed. */
export function newLocationIn(folder: HostLocation, name: string): HostLocation | { readonly refusal: string } {
  const composed = name.normalize("NFC");
  const refusal = nameRefusal(composed);
  if (refusal !== undefined) return { refusal };
  const location = locationOfPath(`${pathOf(folder)}/${composed}`);
  return location ?? { refusal: "the path is too long" };
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const longestLinkMs = 7 * units.d;

/** How long a link is good that was asked for by a text such as `10m` or `1h`. Undefined: it is none, or too long. Milliseconds. */
export function linkMs(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? [];
  const milliseconds = Number(number) * (units[unit as keyof typeof units] ?? 0);
  return milliseconds > 0 && milliseconds <= longestLinkMs ? milliseconds : undefined;
}

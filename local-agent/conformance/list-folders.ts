import type { Stats } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Host } from "../host.ts";
import type { Anonymizer } from "./anonymizer.ts";
import { knownPlaces } from "./known-words.ts";
import type { FolderEntry } from "./recording.ts";

const maxEntries = 200;
const keptEndings = /\.(?:fmp12|log|txt|xml|json|conf|pem|sh|so|dll|exe|fmplugin|fmx64|old|bak|tmp|pid)$/i;
/** Upper limits of sizes in bytes. */
const sizes = [0, 1_000, 1_000_000, 100_000_000, 1_000_000_000] as const;

interface FoldersOptions {
  readonly host: Host;
  /** Folders that FileMaker Server names, wherever they are. */
  readonly named: readonly string[];
  readonly anonymize: Anonymizer;
}

/** Lists FileMaker Server's folders with owners and modes, without their subfolders. Names are replaced, except those of programs and logs. */
export async function folderLists({ host, named, anonymize }: FoldersOptions): Promise<readonly FolderEntry[]> {
  const { roots, serverPath } = host;
  const programs = dirname(host.tool("fmsadmin"));
  const own: readonly (readonly [name: string, path: string])[] = [
    ["server", serverPath],
    ["data", join(serverPath, "Data")],
    ["programs", programs],
    ...Object.entries(roots),
  ];
  const known = new Set(own.map(([, path]) => path));
  const others = [...new Set(named)]
    .filter((path) => !known.has(path))
    .map((path, index) => [`other${index + 1}`, path] as const);
  const owners = await ownersOfHost();
  return Promise.all(
    [...own, ...others].map(([name, path]) =>
      listed(`folder.${name}`, path, { anonymize, owners, keepsNames: name === "programs" || name === "logs" }),
    ),
  );
}

interface Owners {
  readonly users: ReadonlyMap<number, string>;
  readonly groups: ReadonlyMap<number, string>;
}

interface ListOptions {
  readonly anonymize: Anonymizer;
  readonly owners: Owners;
  readonly keepsNames: boolean;
}

async function listed(step: string, path: string, options: ListOptions): Promise<FolderEntry> {
  const root = options.anonymize.path(path);
  try {
    const names = (await readdir(path)).sort().slice(0, maxEntries);
    const entries = await Promise.all(names.map(async (name) => entryOf(name, await lstat(join(path, name)), options)));
    return { step, root, entries };
  } catch (thrown) {
    return { step, root, entries: null, error: (thrown as NodeJS.ErrnoException).code ?? "unknown" };
  }
}

function entryOf(name: string, stats: Stats, { anonymize, owners, keepsNames }: ListOptions) {
  const { mode, uid, gid, nlink: links } = stats;
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : stats.isSymbolicLink() ? "link" : "other";
  return {
    name: keepsNames && /^[\w.-]{1,40}$/.test(name) ? name : placeholder(name, anonymize),
    kind,
    mode: (mode & 0o7777).toString(8),
    owner: anonymize.name("account", owners.users.get(uid) ?? String(uid)),
    group: anonymize.name("account", owners.groups.get(gid) ?? String(gid)),
    sizeBytes: kind === "file" ? `up to ${sizes.find((limit) => stats.size <= limit) ?? "more"}` : "",
    links,
  } as const;
}

function placeholder(name: string, anonymize: Anonymizer): string {
  if (knownPlaces.has(name)) return name;
  const [ending = ""] = keptEndings.exec(name) ?? [];
  return anonymize.name("file", name.slice(0, name.length - ending.length)) + ending;
}

/** Returns the names of this host's accounts. Empty on Windows, which has no such files. */
async function ownersOfHost(): Promise<Owners> {
  const of = async (path: string) => {
    const text = await readFile(path, "utf8").catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === "ENOENT") return "";
      throw thrown;
    });
    return new Map(
      text.split("\n").flatMap((line) => {
        const [name = "", , id = ""] = line.split(":");
        return /^\d+$/.test(id) ? [[Number(id), name] as const] : [];
      }),
    );
  };
  return { users: await of("/etc/passwd"), groups: await of("/etc/group") };
}

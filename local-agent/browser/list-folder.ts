import { lstat, statfs } from "node:fs/promises";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import {
  type BrowserEntry,
  type BrowserPosition,
  type BrowserSort,
  browserPageBytes,
} from "#shared/agent/protocol/commands/browser-commands.ts";
import { normalizedHostName } from "#shared/agent/protocol/host-name.ts";
import { entriesIn, type NamedEntry } from "../disk/undecoded-names.ts";
import type { Host } from "../host.ts";
import { entryOf } from "./entry.ts";
import { type Folder, isDraft, withFolder } from "./folder.ts";

/** Maximum number of entries to stat concurrently. */
const atOnce = 64;

type Kind = BrowserEntry["kind"];
type Order = (a: Candidate, b: Candidate) => number;
interface Candidate extends BrowserPosition {
  readonly normalized: string;
}

/** Returns a page of a folder. Never holds more entries than a page, no matter how many the folder has. */
export function listFolder(
  host: Host,
  { sort, isDescending, filter = "", after, limit, ...location }: FieldsOf<"browser.list">,
): Promise<ReplyOf<"browser.list">> {
  const order = orderOf(sort, isDescending);
  const behind = after === undefined ? undefined : { ...after, normalized: normalizedHostName(after.name) };
  return withFolder(host, location, async (folder) => {
    const best: Candidate[] = [];
    for await (const candidate of candidates(folder, sort, normalizedHostName(filter))) {
      if (behind !== undefined && order(candidate, behind) <= 0) continue;
      const last = best[limit];
      if (last !== undefined && order(candidate, last) >= 0) continue;
      best.splice(insertionIndex(best, candidate, order), 0, candidate);
      best.length = Math.min(best.length, limit + 1);
    }
    const entries = await entriesOf(folder, best.slice(0, limit));
    const shown = withinBytes(entries);
    const next = best[shown.considered - 1];
    const hasMore = best.length > shown.considered && next !== undefined;
    const { bavail, bsize } = await statfs(folder.here);
    return {
      entries: shown.entries,
      next: hasMore ? { name: next.name, kind: next.kind, value: next.value } : null,
      freeBytes: bavail * bsize,
    };
  });
}

async function* candidates(folder: Folder, sort: BrowserSort, wanted: string): AsyncGenerator<Candidate> {
  const needsStat = sort === "size" || sort === "time";
  let batch: Promise<Candidate | undefined>[] = [];
  for await (const entry of entriesIn(folder.here)) {
    const normalized = normalizedHostName(entry.name);
    if (isDraft(entry.name) || !normalized.includes(wanted)) continue;
    const kind = kindOf(entry);
    if (!needsStat && kind !== undefined) {
      yield { name: entry.name, normalized, kind, value: 0 };
      continue;
    }
    batch.push(candidateOf(folder, entry.name, normalized, sort));
    if (batch.length < atOnce) continue;
    yield* present(await Promise.all(batch));
    batch = [];
  }
  yield* present(await Promise.all(batch));
}

/** Returns undefined if the file system doesn't report it. */
function kindOf(entry: NamedEntry): Kind | undefined {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() || entry.isFIFO() || entry.isSocket() ? "other" : undefined;
}

async function candidateOf(
  folder: Folder,
  name: string,
  normalized: string,
  sort: BrowserSort,
): Promise<Candidate | undefined> {
  const stats = await lstat(folder.at(name)).catch(unlessGone);
  if (stats === undefined) return undefined;
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
  const value = sort === "size" ? (kind === "file" ? stats.size : 0) : sort === "time" ? Math.floor(stats.mtimeMs) : 0;
  return { name, normalized, kind, value };
}

/** Ignores errors for entries that were deleted since they were listed. */
function unlessGone(thrown: unknown): undefined {
  if ((thrown as NodeJS.ErrnoException).code !== "ENOENT") throw thrown;
}

function present<T>(all: readonly (T | undefined)[]): readonly T[] {
  return all.filter((one) => one !== undefined);
}

function orderOf(sort: BrowserSort, isDescending: boolean): Order {
  const order: Order = (a, b) => (sort === "kind" ? byKind(a, b) : a.value - b.value) || byName(a, b);
  return isDescending ? (a, b) => order(b, a) : order;
}

const ranks: Readonly<Record<Kind, number>> = { folder: 0, file: 1, other: 2 };

function byKind(a: Candidate, b: Candidate): number {
  return ranks[a.kind] - ranks[b.kind] || compared(extensionOf(a), extensionOf(b));
}

function extensionOf({ normalized, kind }: Candidate): string {
  const dot = normalized.lastIndexOf(".");
  return kind !== "file" || dot < 1 ? "" : normalized.slice(dot);
}

/** Compares by name. No two names in a folder are equal here. */
function byName(a: Candidate, b: Candidate): number {
  return compared(a.normalized, b.normalized) || compared(a.name, b.name);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function insertionIndex(sorted: readonly Candidate[], candidate: Candidate, order: Order): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(sorted[middle] as Candidate, candidate) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function entriesOf(folder: Folder, page: readonly Candidate[]): Promise<readonly (BrowserEntry | undefined)[]> {
  const entries: (BrowserEntry | undefined)[] = [];
  for (let start = 0; start < page.length; start += atOnce) {
    const some = page.slice(start, start + atOnce);
    entries.push(...(await Promise.all(some.map(({ name }) => entryOf(folder.at(name), name).catch(unlessGone)))));
  }
  return entries;
}

/** Returns the entries that fit into one message of the link. */
function withinBytes(all: readonly (BrowserEntry | undefined)[]) {
  const entries: BrowserEntry[] = [];
  let bytes = 0;
  for (const [considered, entry] of all.entries()) {
    bytes += entry === undefined ? 0 : Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > browserPageBytes) return { entries, considered };
    if (entry !== undefined) entries.push(entry);
  }
  return { entries, considered: all.length };
}

import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { median, percentile } from "../statistics.ts";

/** Duration of a list's first page. */
export interface TimedPage {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
  readonly kilobytes: number;
}

/** Measured pages, and the names of lists that couldn't be read. */
export interface TimedPages {
  readonly read: readonly TimedPage[];
  readonly left: readonly string[];
}

/** Required parameters of lists. */
const asked: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listDeliveries: { source: "webhook-1" },
  summarizeDeliveries: { sources: "webhook-1,webhook-2" },
  getUsage: { metric: "calls" },
  getStatistics: { metrics: "cpu" },
};

/** Lists with filters that match few or no entries. */
const narrowed: readonly (readonly [operation: string, query: Readonly<Record<string, string>>])[] = [
  ["listAuditEntries", { outcome: "refused" }],
  ["listAuditEntries", { actor: "nobody" }],
  ["listAuditEntries", { object: "key 7" }],
  ["listProcesses", { state: "failed" }],
  ["listProcesses", { text: "nowhere" }],
  ["listProcesses", { kind: "keys.rewrap" }],
  ["listDeliveries", { source: "webhook-1", state: "failed" }],
  ["listDeliveries", { source: "webhook-1", state: "pending" }],
  ["listDeliveries", { source: "webhook-1", text: "nowhere" }],
];

/** Reads of the management API that need no id and answer with an envelope. */
const reads = Object.values(catalogue)
  .flatMap((resource) => Object.entries<Operation>(resource))
  .filter(([, { method, access }]) => method === "GET" && access === "admin")
  .filter(([, { path, answers }]) => !path.includes("{") && (answers ?? "envelope") === "envelope");

/** Measures the first page of every list. */
export async function everyFirstPage(origin: string, queries: number): Promise<TimedPages> {
  const read: TimedPage[] = [];
  const left: string[] = [];
  for (const [name, { path }] of reads) {
    const page = await timed(name, `${origin}${path}?${new URLSearchParams(asked[name])}`, queries);
    if (page === undefined) left.push(name);
    else read.push(page);
  }
  return { read, left };
}

/** Measures the first page of lists that scan many entries. @throws Error if one isn't answered */
export async function narrowedFirstPages(origin: string, queries: number): Promise<readonly TimedPage[]> {
  const pages: TimedPage[] = [];
  for (const [operation, query] of narrowed) {
    const path = reads.find(([name]) => name === operation)?.[1].path;
    const name = `${operation} ${new URLSearchParams(query)}`;
    const page = await timed(name, `${origin}${path}?${new URLSearchParams(query)}`, queries);
    if (page === undefined) throw new Error(`${name} was not answered`);
    pages.push(page);
  }
  return pages;
}

/** Returns undefined if the first answer is a refusal, because its object doesn't exist here. */
async function timed(name: string, url: string, queries: number): Promise<TimedPage | undefined> {
  const times: number[] = [];
  let bytes = 0;
  // The first call of each list signs in at FileMaker Server, if it needs to.
  for (let query = -1; query < queries; query += 1) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers: { authorization: ADMIN } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200 && query === -1) return undefined;
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
    if (query >= 0) times.push(performance.now() - startedAt);
  }
  const ascending = times.toSorted((one, other) => one - other);
  return {
    name,
    medianMs: median(times),
    p95Ms: percentile(ascending, 0.95),
    slowestMs: Math.max(...times),
    kilobytes: Math.round(bytes / 1_000),
  };
}

const ADMIN = `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`;

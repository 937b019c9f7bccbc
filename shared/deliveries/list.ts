import type { ServiceOf } from "#shared/contract/operation.ts";
import { maskedHeaders, maskedTarget } from "#shared/http/masked-headers.ts";
import { CursorRefused } from "#shared/ports/table.ts";
import type { DeliveryBodies } from "./bodies.ts";
import type { deliveries } from "./contract.ts";
import type { DeliveryRecord } from "./record.ts";
import { shownRow } from "./shown.ts";
import type { DeliveryStore } from "./store.ts";
import { timeOf, timePrefixes } from "./time-prefixes.ts";

/** Returns the headers with secret values of a source, such as the one that verifies a webhook's sender. */
export type SecretHeadersOf = (source: string) => Promise<readonly string[]>;

type List = ServiceOf<typeof deliveries>["listDeliveries"];
type DeliveryQuery = Parameters<List>[0];

/** Maximum number of deliveries to search for a text before returning a cursor. */
const maxScanned = 5_000;
/** Maximum bytes of events to search, because reading them delays other calls. */
const maxBytesLookedAt = 20_000_000;
const pageSize = 200;
const dayMs = 24 * 3_600_000;
/** Deliveries are deleted at most a year after they ended, and some were pending for days before. */
const longestKeptMs = 400 * dayMs;

/** Lists deliveries of one source, newest first, by state, time and text. */
export function deliveryList({
  store,
  bodies,
  secretHeadersOf,
}: {
  readonly store: DeliveryStore;
  readonly bodies: DeliveryBodies;
  readonly secretHeadersOf: SecretHeadersOf;
}): List {
  return async (wanted) => {
    const { limit, text } = wanted;
    const secretNames = text === undefined ? [] : await secretHeadersOf(wanted.source);
    // Delivered ones aren't stored by state, because most deliveries are.
    const isFound = async (record: DeliveryRecord) =>
      (wanted.state === undefined || record.state === wanted.state) &&
      (text === undefined || holds(record, text.toLowerCase(), { bodies, secretNames }));
    const found: DeliveryRecord[] = [];
    let lookedAt = 0;
    let bytesLookedAt = 0;
    let last: string | undefined;
    for await (const { record, isMatch } of checked(newestFirst(store, wanted), isFound)) {
      if (found.length === limit || lookedAt === maxScanned || bytesLookedAt >= maxBytesLookedAt) {
        // There are more after the last delivery that was searched.
        return { deliveries: found.map(shownRow), cursor: cursorBehind(last ?? record.id), lookedAt };
      }
      lookedAt += 1;
      last = record.id;
      if (text !== undefined && isSearched(record)) bytesLookedAt += record.request.body.sizeBytes;
      if (isMatch) found.push(record);
    }
    return { deliveries: found.map(shownRow), cursor: null, lookedAt };
  };
}

/** Number of deliveries whose bodies are read at the same time. */
const checkedAtOnce = 10;

/** Yields deliveries in order, with the result of a check. */
async function* checked(
  records: AsyncIterable<DeliveryRecord>,
  check: (record: DeliveryRecord) => Promise<boolean>,
): AsyncGenerator<{ readonly record: DeliveryRecord; readonly isMatch: boolean }> {
  const results = async (batch: readonly DeliveryRecord[]) =>
    Promise.all(batch.map(async (record) => ({ record, isMatch: await check(record) })));
  let batch: DeliveryRecord[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < checkedAtOnce) continue;
    yield* await results(batch);
    batch = [];
  }
  yield* await results(batch);
}

/** Maximum time between the creation of an id and the storage of its delivery. */
const storedWithinMs = 60_000;

async function* newestFirst(
  store: DeliveryStore,
  { source, state, from, to, cursor, limit }: DeliveryQuery,
): AsyncGenerator<DeliveryRecord> {
  const behind = cursor === undefined ? undefined : idIn(cursor, source);
  const isLimited = from !== undefined || to !== undefined || behind !== undefined;
  const upTo = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  const since = from === undefined ? 0 : Date.parse(from);
  if (!isLimited) {
    yield* pages(store, source, { state, limit });
    return;
  }
  const newest = Math.min(upTo, behind === undefined ? Number.POSITIVE_INFINITY : timeOf(behind) + 1);
  const end = Number.isFinite(newest) ? newest : undefined;
  if (end === undefined) {
    for await (const record of pages(store, source, { state, limit })) {
      if (timeOf(record.id) < since - storedWithinMs) return;
      if (record.createdAt < since) continue;
      yield record;
    }
    return;
  }
  for (const prefix of timePrefixes(Math.max(since - storedWithinMs, end - longestKeptMs), end))
    for await (const record of pages(store, source, { state, limit, prefix })) {
      const at = record.createdAt;
      if (at >= upTo || at < since || (behind !== undefined && record.id >= behind)) continue;
      yield record;
    }
}

async function* pages(
  store: DeliveryStore,
  source: string,
  { state, limit, prefix = "" }: { state: DeliveryQuery["state"]; limit: number; prefix?: string },
): AsyncGenerator<DeliveryRecord> {
  for (let cursor: string | undefined; ; ) {
    const options = { prefix, limit: state === "delivered" ? pageSize : Math.min(pageSize, limit + 1), cursor };
    const page =
      state === "pending"
        ? await store.pendingPage(source, options)
        : await store.page(source, { ...options, ...(state !== "delivered" && { state }) });
    yield* page.records;
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}

/** True if a text is in the visible parts of a delivery. */
async function holds(
  record: DeliveryRecord,
  text: string,
  { bodies, secretNames }: { readonly bodies: DeliveryBodies; readonly secretNames: readonly string[] },
): Promise<boolean> {
  const { target, headers } = record.request;
  const head = `${maskedTarget(target)}\n${maskedHeaders(headers, secretNames)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}`.toLowerCase();
  if (head.includes(text)) return true;
  return isSearched(record) && (await bodies.read(record)).toString("utf8").toLowerCase().includes(text);
}

/** Maximum size of a body to search. Larger ones are files. */
const maxSearchedBytes = 100_000;

function isSearched({ request: { body } }: DeliveryRecord): boolean {
  return body.sizeBytes <= maxSearchedBytes;
}

function cursorBehind(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** @throws CursorRefused */
function idIn(cursor: string, source: string): string {
  const id = Buffer.from(cursor, "base64url").toString();
  if (!/^[a-z]+-\d+_[0-9a-f]{32}$/.test(id) || !id.startsWith(`${source}_`))
    throw new CursorRefused("This cursor belongs to another list");
  return id;
}

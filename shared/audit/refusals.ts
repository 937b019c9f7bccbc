import { createHash } from "node:crypto";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { AuditRecord, AuditSubject } from "./record.ts";
import { shownText } from "./rules.ts";
import { type AuditStore, auditKey, refusalPrefix } from "./store.ts";

const windowMs = 10 * 60_000;
const writeEveryMs = 1_000;
/** Maximum number of entries per window that this process creates. Callers from further networks are counted in a single entry. */
const maxEntries = 200;
const manyAddresses = "many";

/** Rejected credential. */
export interface CredentialRefusal extends Omit<AuditSubject, "objects"> {
  readonly error: string;
  /** Network of the client, by which rejections are counted. */
  readonly network: string;
}

/** Counts rejected credentials in the audit trail, so that an attack fills neither the table nor the capacity of the store. */
export interface CredentialRefusals {
  /** Counts a rejection; costs one map lookup. An entry is written at most once a second. */
  note(refusal: CredentialRefusal): void;
  /** Writes pending counts. `all` includes entries that were already written within this second. */
  flush(all?: boolean): void;
}

interface CredentialRefusalsDependencies {
  readonly store: Pick<AuditStore, "add">;
  /** Called for each new entry; calling it for every rejection would be too frequent. */
  readonly onNewEntry: () => Promise<void>;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** Entry of the current window. */
interface Counted {
  /** First rejection. */
  readonly first: Omit<AuditRecord, "count" | "lastAt">;
  readonly name: string;
  /** True if it was announced. */
  isReported: boolean;
  pending: number;
  lastAt: number;
  writtenAt: number;
}

export function credentialRefusals({
  store,
  onNewEntry,
  clock,
  background,
}: CredentialRefusalsDependencies): CredentialRefusals {
  let windowStart = 0;
  let counted = new Map<string, Counted>();

  const write = (entry: Counted): void => {
    const { first, name, lastAt, pending: count } = entry;
    if (count === 0) return;
    entry.pending = 0;
    entry.writtenAt = clock.now();
    const key = auditKey(windowStartOf(first.at), name);
    const isBegin = !entry.isReported;
    entry.isReported = true;
    const added = store.add(key, { ...first, count, lastAt }).catch((thrown: unknown) => {
      entry.pending += count; // Counted again with the next write.
      throw thrown;
    });
    background.waitUntil("audit of a refused credential", isBegin ? added.then(onNewEntry) : added);
  };

  const flush = (all = false): void => {
    const now = clock.now();
    for (const entry of counted.values())
      if (entry.pending > 0 && (all || Math.abs(now - entry.writtenAt) >= writeEveryMs)) write(entry);
  };

  const entryOf = (refusal: CredentialRefusal, now: number): Counted => {
    const start = windowStartOf(now);
    if (start !== windowStart) {
      flush(true);
      [windowStart, counted] = [start, new Map()];
    }
    const { actor, action, error } = refusal;
    const nameOf = (network: string) => refusalName([network, actor, action, error]);
    const known = counted.get(nameOf(refusal.network));
    if (known !== undefined) return known;
    const isOneTooMany = counted.size >= maxEntries;
    const name = nameOf(isOneTooMany ? manyAddresses : refusal.network);
    const existing = counted.get(name);
    if (existing !== undefined) return existing;
    const entry = {
      first: firstOf(refusal, now, isOneTooMany),
      name,
      isReported: false,
      pending: 0,
      lastAt: now,
      writtenAt: 0,
    };
    counted.set(name, entry);
    return entry;
  };

  return {
    note(refusal) {
      const now = clock.now();
      const entry = entryOf(refusal, now);
      entry.pending += 1;
      entry.lastAt = now;
      if (Math.abs(now - entry.writtenAt) >= writeEveryMs) write(entry);
    },
    flush,
  };
}

/** Returns the name of an entry. All instances count in the same entry, because its name is derived from what it counts. */
function refusalName(parts: readonly string[]): string {
  return `${refusalPrefix}${createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32)}`;
}

/** Returns the start times of the current and the previous window in which rejections are counted. */
export function refusalWindows(now: number): readonly number[] {
  const start = windowStartOf(now);
  return [start, start - windowMs];
}

function windowStartOf(at: number): number {
  return at - (at % windowMs);
}

function firstOf(refusal: CredentialRefusal, at: number, isOneOfMany: boolean): Counted["first"] {
  const { actor, action, error, address, userAgent, requestId } = refusal;
  return {
    schema: 1,
    at,
    actor,
    action,
    objects: [],
    outcome: "refused",
    error,
    address: isOneOfMany ? manyAddresses : address,
    userAgent: isOneOfMany ? "" : shownText(userAgent),
    requestId,
  };
}

import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { KeyStore } from "../store.ts";

const writeEveryMs = 60_000;
const pollMs = 1_000;

/** Notes when keys are used: collected in memory, written at most once a minute per key (R3.6). */
export interface LastUse {
  /** Costs a look into a map. `stored` is the last use that the key's record shows. */
  note(kind: KeyKind, id: number, stored: number | null): void;
  /** Writes what is still only in memory. */
  close(): void;
}

interface LastUseDependencies {
  readonly store: Pick<KeyStore, "touch">;
  /** Called at a key's first use: at every use it would be too often. */
  readonly onFirstUse: (kind: KeyKind, id: number) => Promise<void>;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** A key that was used within the last minute. */
interface Use {
  readonly kind: KeyKind;
  readonly id: number;
  /** Whether its record shows no use yet. */
  isFirst: boolean;
  writtenAt: number;
  /** The newest use that is not written yet. */
  pending: number | undefined;
}

/** A use is written at once when the last write is a minute old, and a minute after that write otherwise. */
export function lastUse({ store, onFirstUse, clock, background }: LastUseDependencies): LastUse {
  const uses = { data: new Map<number, Use>(), admin: new Map<number, Use>() };
  const closing = new AbortController();
  const polled = new Set<KeyKind>();

  const write = (use: Use): void => {
    const at = use.pending;
    if (at === undefined) return;
    use.pending = undefined;
    use.writtenAt = clock.now();
    background.waitUntil("last use of a key", touched(use, at));
  };

  const touched = async (use: Use, at: number): Promise<void> => {
    try {
      await store.touch(use.kind, use.id, at);
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) return; // Deleted in the meantime.
      use.pending ??= at; // Tried again in a minute.
      throw thrown;
    }
    if (!use.isFirst) return;
    use.isFirst = false;
    await onFirstUse(use.kind, use.id);
  };

  /** Writes what is due, and forgets keys without a new use for a minute. */
  const writeDue = (kind: KeyKind): void => {
    const now = clock.now();
    for (const use of uses[kind].values()) {
      // A clock that was set back must not put a write off for longer.
      const age = now - use.writtenAt;
      if (age >= 0 && age < writeEveryMs) continue;
      if (use.pending !== undefined) write(use);
      else uses[kind].delete(use.id);
    }
  };

  /** One watch for all keys of a kind, for as long as there is a use to write: some functions may write uses of one kind only. */
  const poll = async (kind: KeyKind): Promise<void> => {
    polled.add(kind);
    try {
      while (uses[kind].size > 0) {
        await clock.sleep(pollMs, closing.signal);
        writeDue(kind);
      }
    } finally {
      polled.delete(kind);
    }
  };

  return {
    note(kind, id, stored) {
      const known = uses[kind].get(id);
      if (known !== undefined) {
        known.pending = clock.now();
        return;
      }
      const use: Use = { kind, id, isFirst: stored === null, writtenAt: stored ?? 0, pending: clock.now() };
      uses[kind].set(id, use);
      if (Math.abs(clock.now() - use.writtenAt) >= writeEveryMs) write(use);
      if (!polled.has(kind)) poll(kind).catch(() => undefined); // Only ever rejected by closing, which writes what is left.
    },

    close() {
      closing.abort();
      for (const map of [uses.data, uses.admin]) for (const use of map.values()) write(use);
    },
  };
}

import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { KeyStore } from "../store.ts";

const writeEveryMs = 60_000;
const pollMs = 1_000;

/** Records uses of keys: collected in memory, written at most once a minute per key. */
export interface LastUse {
  /** Records a use; costs one map lookup. `stored` is the last use in the key's record. */
  note(kind: KeyKind, id: number, stored: number | null): void;
  /** Writes pending uses. */
  close(): void;
}

interface LastUseDependencies {
  readonly store: Pick<KeyStore, "touch">;
  /** Called on the first use of a key only; calling it on every use would be too frequent. */
  readonly onFirstUse: (kind: KeyKind, id: number) => Promise<void>;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** Key that was used within the last minute. */
interface Use {
  readonly kind: KeyKind;
  readonly id: number;
  /** True if its record shows no use yet. */
  isFirst: boolean;
  writtenAt: number;
  /** Latest use that isn't written yet. */
  pending: number | undefined;
}

/**
 * Creates the recorder of uses. A use is written immediately if the last write is at least a minute old, otherwise a minute after that
 * write.
 */
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
      if (thrown instanceof ConditionFailed) return; // The key was deleted in the meantime.
      use.pending ??= at; // Retried in a minute.
      throw thrown;
    }
    if (!use.isFirst) return;
    use.isFirst = false;
    await onFirstUse(use.kind, use.id);
  };

  /** Writes due uses, and removes keys without a new use within a minute. */
  const writeDue = (kind: KeyKind): void => {
    const now = clock.now();
    for (const use of uses[kind].values()) {
      // If the clock was set back, a write must not be delayed for longer.
      const age = now - use.writtenAt;
      if (age >= 0 && age < writeEveryMs) continue;
      if (use.pending !== undefined) write(use);
      else uses[kind].delete(use.id);
    }
  };

  /** Runs one loop per kind while there are uses to write: some functions can only write uses of one kind. */
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
      if (!polled.has(kind)) poll(kind).catch(() => undefined); // Only rejects when closing, which writes the pending uses.
    },

    close() {
      closing.abort();
      for (const map of [uses.data, uses.admin]) for (const use of map.values()) write(use);
    },
  };
}

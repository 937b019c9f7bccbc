import type { KeyKind } from "../contract/key-value.ts";
import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import { ConditionFailed } from "../ports/table.ts";
import type { KeyStore } from "./store.ts";

const writeEveryMs = 60_000;

/** Notes when keys are used: collected in memory, written at most once a minute per key (R3.6). */
export interface LastUse {
  /** Costs a look into a map. `stored` is the last use that the key's record tells of. */
  note(kind: KeyKind, id: number, stored: number | null): void;
  /** Writes what is still only in memory. */
  close(): void;
}

interface LastUseDependencies {
  readonly store: Pick<KeyStore, "touch">;
  readonly clock: Clock;
  readonly background: Background;
}

/** A key that was used within the last minute. */
interface Use {
  readonly kind: KeyKind;
  readonly id: number;
  writtenAt: number;
  /** The newest use that is not written yet. */
  pending: number | undefined;
}

/** A use is written at once when the last write is a minute old, and a minute after that write otherwise. */
export function lastUse({ store, clock, background }: LastUseDependencies): LastUse {
  const uses = { data: new Map<number, Use>(), admin: new Map<number, Use>() };
  const closing = new AbortController();

  const write = (use: Use): void => {
    const at = use.pending;
    if (at === undefined) return;
    use.pending = undefined;
    use.writtenAt = clock.now();
    const touch = store.touch(use.kind, use.id, at).catch((thrown: unknown) => {
      if (thrown instanceof ConditionFailed) return; // Deleted in the meantime.
      use.pending ??= at; // Tried again in a minute.
      throw thrown;
    });
    background.run("last use of a key", touch);
  };

  /** Writes a key's uses until a minute has none. */
  const watch = async (use: Use): Promise<void> => {
    while (use.pending !== undefined) {
      const due = use.writtenAt + writeEveryMs - clock.now();
      // A clock that was set back must not put a write off for longer.
      if (due > 0) await clock.sleep(Math.min(due, writeEveryMs), closing.signal);
      write(use);
      await clock.sleep(writeEveryMs, closing.signal);
    }
    uses[use.kind].delete(use.id);
  };

  return {
    note(kind, id, stored) {
      const known = uses[kind].get(id);
      if (known !== undefined) {
        known.pending = clock.now();
        return;
      }
      const use: Use = { kind, id, writtenAt: stored ?? 0, pending: clock.now() };
      uses[kind].set(id, use);
      watch(use).catch(() => undefined); // Only ever rejected by closing, which writes what is left.
    },

    close() {
      closing.abort();
      for (const map of [uses.data, uses.admin]) for (const use of map.values()) write(use);
    },
  };
}

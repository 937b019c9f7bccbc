import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { AccountAccess, RefusalStore } from "./refusal-store.ts";

const knownMs = 60_000;
const maxKnown = 20_000;

/** Records whether FileMaker Server accepts the accounts of keys, for key administrators. Never waits, never throws. */
export interface AccountStatusRecorder {
  /** Records that the account or its password is wrong. Locked accounts and unavailable servers say nothing about that. */
  refused(access: AccountAccess): void;
  accepted(access: AccountAccess): void;
}

interface AccountStatusRecorderDependencies {
  readonly store: Pick<RefusalStore, "add" | "clear">;
  /** Called when an account is newly refused or accepted again somewhere. */
  readonly onChange: (place: AccountAccess) => Promise<void>;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** Last status that this process has seen. */
interface Known {
  readonly state: "refused" | "accepted";
  readonly at: number;
  readonly noted: Promise<void>;
}

/**
 * Records account statuses. A change is stored immediately. An unchanged status costs a lookup in memory, and a read of the store at
 * most once a minute, because another process may have stored a change.
 */
export function accountStatusRecorder({
  store,
  onChange,
  clock,
  background,
}: AccountStatusRecorderDependencies): AccountStatusRecorder {
  const known = new Map<string, Known>();

  const note = (access: AccountAccess, state: Known["state"]): void => {
    const name = `${access.credentialId}#${access.api}#${access.folded}`;
    const before = known.get(name);
    const now = clock.now();
    if (before?.state === state && isWithin(now - before.at, knownMs)) return;
    // Sequentially, so that the last status seen is the one that stays stored.
    const write = async () => {
      const isNew = await (state === "refused" ? store.add(access, now) : store.clear(access));
      if (isNew) await onChange(access);
    };
    const noted = (before?.noted ?? Promise.resolve()).then(write, write);
    known.delete(name);
    known.set(name, { state, at: now, noted });
    if (known.size > maxKnown) known.delete(known.keys().next().value as string);
    background.waitUntil("recording an account's status", noted);
  };

  return {
    refused: (access) => note(access, "refused"),
    accepted: (access) => note(access, "accepted"),
  };
}

/** True if the time hasn't passed yet. A clock that was set back doesn't delay anything. */
function isWithin(age: number, keptMs: number): boolean {
  return age >= 0 && age < keptMs;
}

import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { AccountAccess, RefusalStore } from "./refusal-store.ts";

const knownMs = 60_000;
const mostKnown = 20_000;

/** Notes whether FileMaker Server takes the accounts behind keys, for those who look after the keys. Never waits, never throws. */
export interface AccountStatusRecorder {
  /** The account or its password is wrong. An account that is locked for a while, and a server that is away, say nothing of that. */
  refused(access: AccountAccess): void;
  accepted(access: AccountAccess): void;
}

interface AccountStatusRecorderDependencies {
  readonly store: Pick<RefusalStore, "add" | "clear">;
  /** Called for every place where an account is refused from now on, or no longer. */
  readonly onChange: (place: AccountAccess) => Promise<void>;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** What this process has seen at a place last. */
interface Known {
  readonly state: "refused" | "accepted";
  readonly at: number;
  readonly noted: Promise<void>;
}

/**
 * A change is written to the store at once. What stays as it is costs a look into a map, and a look into the store at most once a
 * minute, because another process may have seen it change.
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
    // One after the other: what was seen last is what stays written.
    const write = async () => {
      const isNew = await (state === "refused" ? store.add(access, now) : store.clear(access));
      if (isNew) await onChange(access);
    };
    const noted = (before?.noted ?? Promise.resolve()).then(write, write);
    known.delete(name);
    known.set(name, { state, at: now, noted });
    if (known.size > mostKnown) known.delete(known.keys().next().value as string);
    background.waitUntil("account status", noted);
  };

  return {
    refused: (access) => note(access, "refused"),
    accepted: (access) => note(access, "accepted"),
  };
}

/** A clock that was set back puts nothing off. */
function isWithin(age: number, keptMs: number): boolean {
  return age >= 0 && age < keptMs;
}

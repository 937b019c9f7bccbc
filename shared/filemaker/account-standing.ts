import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { AccountPlace, RefusalStore } from "./refusal-store.ts";

const knownMs = 60_000;
const mostKnown = 20_000;

/** Notes whether FileMaker Server takes the accounts behind keys, for whoever looks after the keys. Never waits, never throws. */
export interface AccountStanding {
  /** The account or its password is wrong. An account that is locked for a while, and a server that is away, say nothing of that. */
  refused(place: AccountPlace): void;
  accepted(place: AccountPlace): void;
}

interface AccountStandingDependencies {
  readonly store: Pick<RefusalStore, "stand" | "clear">;
  /** Hears of every place where an account is refused from now on, or no longer. */
  readonly changed: (place: AccountPlace) => Promise<void>;
  readonly clock: Clock;
  readonly background: Background;
}

/** What this process has seen at a place last. */
interface Known {
  readonly state: "refused" | "accepted";
  readonly at: number;
  readonly noted: Promise<void>;
}

/**
 * A change is told to the store at once. What stays as it is costs a look into a map, and a look into the store at most once a
 * minute, because another process may have seen it change.
 */
export function accountStanding({ store, changed, clock, background }: AccountStandingDependencies): AccountStanding {
  const places = new Map<string, Known>();

  const note = (place: AccountPlace, state: Known["state"]): void => {
    const name = `${place.credentialId}#${place.api}#${place.folded}`;
    const before = places.get(name);
    const now = clock.now();
    if (before?.state === state && isWithin(now - before.at, knownMs)) return;
    // One after the other: what was seen last is what stays written.
    const write = async () => {
      const isNew = await (state === "refused" ? store.stand(place, now) : store.clear(place));
      if (isNew) await changed(place);
    };
    const noted = (before?.noted ?? Promise.resolve()).then(write, write);
    places.delete(name);
    places.set(name, { state, at: now, noted });
    if (places.size > mostKnown) places.delete(places.keys().next().value as string);
    background.run("standing of an account", noted);
  };

  return {
    refused: (place) => note(place, "refused"),
    accepted: (place) => note(place, "accepted"),
  };
}

/** A clock that was set back puts nothing off. */
function isWithin(age: number, keptMs: number): boolean {
  return age >= 0 && age < keptMs;
}

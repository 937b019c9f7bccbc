import { withoutKeys } from "#shared/contract/values/api-key.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";

/** Called with each invalid client address that a trusted proxy forwards. */
export type OnUnreadableAddress = (entry: string, proxy: string) => void;

/** Logs unreadable addresses: at most one line per minute, with the number of calls since the last. */
export function unreadableAddresses(log: Pick<Log, "error">, clock: Stopwatch): OnUnreadableAddress {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let calls = 0;
  return (entry, proxy) => {
    calls += 1;
    if (clock.monotonic() - loggedAt < everyMs) return;
    log.error({
      event: "forwarded_address_unreadable",
      entry: withoutKeys(entry.slice(0, longestEntry)),
      proxy,
      calls,
    });
    loggedAt = clock.monotonic();
    calls = 0;
  };
}

const everyMs = 60_000;
const longestEntry = 100;

import type { KeyCache } from "#shared/keys/cache/key-cache.ts";
import { secretKind } from "#shared/keys/secret.ts";
import { median, percentile } from "../statistics.ts";
import type { KeyCheckReport } from "./key-check-report.ts";

/** Checks with a key cache, round by round. */
export interface KeyChecks {
  round(): Promise<void>;
  /** Discards the rounds so far. */
  forget(): void;
  medians(): KeyCheckReport["many"];
  p99s(): readonly number[];
}

/** Measures checks of keys in memory, each in turn. */
export function keyChecks(keyCache: KeyCache, values: readonly string[]): KeyChecks {
  let rounds: KeyCheckReport["many"][] = [];
  let next = 0;

  const value = () => {
    next = (next + 1) % values.length;
    return values[next] ?? "";
  };
  const lookUp = () => {
    if (keyCache.fresh(value()) === undefined) throw new Error("a key is not known any more");
  };
  const check = () => {
    const shown = value();
    if (secretKind(shown) !== "data" || keyCache.fresh(shown) === undefined)
      throw new Error("a key is not known any more");
  };
  const medianOf = (name: keyof KeyCheckReport["many"]) => median(rounds.map((round) => round[name]));

  return {
    async round() {
      // Cached keys expire after some seconds, so every round starts with reading them again.
      keyCache.forget();
      for (const known of values) await keyCache.find(known);
      const lookUpMicroseconds = cpuOf(lookUp);
      const checkMicroseconds = cpuOf(check);
      rounds.push({ lookUpMicroseconds, checkMicroseconds, ...(await timesOf(TIMED_CHECKS, check)) });
    },
    forget() {
      rounds = [];
    },
    medians: () => ({
      lookUpMicroseconds: medianOf("lookUpMicroseconds"),
      checkMicroseconds: medianOf("checkMicroseconds"),
      p50Microseconds: medianOf("p50Microseconds"),
      p99Microseconds: medianOf("p99Microseconds"),
    }),
    p99s: () => rounds.map(({ p99Microseconds }) => p99Microseconds),
  };
}

/** Runs `act` a number of times, and returns the duration of each. */
export async function timesOf(count: number, act: () => void | Promise<void>) {
  const milliseconds = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now();
    const done = act();
    if (done !== undefined) await done;
    milliseconds[at] = performance.now() - startedAt;
  }
  milliseconds.sort();
  return {
    p50Microseconds: percentile(milliseconds, 0.5) * 1e3,
    p99Microseconds: percentile(milliseconds, 0.99) * 1e3,
  };
}

const TIMED_CHECKS = 50_000;
const COUNTED_CHECKS = 300_000;

/** Returns the CPU time of a run in microseconds. */
function cpuOf(act: () => void): number {
  const before = process.cpuUsage();
  for (let count = 0; count < COUNTED_CHECKS; count += 1) act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / COUNTED_CHECKS;
}

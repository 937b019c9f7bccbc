import type { Stopwatch } from "#shared/ports/clock.ts";
import { settled } from "./settled.ts";

/** Clock that runs automatically and that tests can advance. */
export interface FlowingClock extends Stopwatch {
  /** Advances the time at once; sleepers whose time has come wake before this resolves. */
  turn(milliseconds: number): Promise<void>;
  /** Sets the time, like an administrator who sets a machine's clock: no wait becomes longer or shorter. */
  jump(milliseconds: number): void;
  /**
   * Advances the clock by a second and then stops it while `work` runs, for work that waiting would affect: it must not depend on the
   * machine's speed.
   */
  stand<T>(work: () => Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Returns a clock for whole services: waits of milliseconds pass in real time, waits of minutes are skipped by turning the clock. */
export function flowingClock(startMs: number): FlowingClock {
  let begun = performance.now();
  const asleep = new Set<Sleeper>();
  let turned = 0;
  let jumped = 0;
  let stoodAt: number | undefined;
  const elapsed = () => stoodAt ?? startMs + turned + Math.floor(performance.now() - begun);
  const now = () => elapsed() + jumped;

  return {
    now,

    monotonic: () => stoodAt ?? startMs + turned + performance.now() - begun,

    sleep(milliseconds, signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        clearTimeout(timer);
        asleep.delete(sleeper);
        signal?.removeEventListener("abort", abort);
      };
      const wake = () => {
        leave();
        resolve();
      };
      const abort = () => {
        leave();
        reject(signal?.reason);
      };
      const sleeper = { due: elapsed() + milliseconds, wake };
      const timer = setTimeout(wake, milliseconds).unref();
      asleep.add(sleeper);
      signal?.addEventListener("abort", abort);
      return promise;
    },

    async turn(milliseconds) {
      // Requests made so far belong to the time before the turn.
      await settled();
      turned += milliseconds;
      const woken = [...asleep].filter(({ due }) => due <= elapsed()).sort((a, b) => a.due - b.due);
      for (const { wake } of woken) wake();
      await settled();
    },

    jump(milliseconds) {
      jumped += milliseconds;
    },

    async stand(work) {
      // Counters per second start again: otherwise, calls that wait for the next second would never continue.
      turned += 1_000;
      const since = performance.now();
      stoodAt = elapsed();
      try {
        return await work();
      } finally {
        stoodAt = undefined;
        begun += performance.now() - since;
      }
    },
  };
}

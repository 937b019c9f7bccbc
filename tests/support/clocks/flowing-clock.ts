import type { Stopwatch } from "#shared/ports/clock.ts";
import { settled } from "./settled.ts";

/** A clock that runs by itself, and that tests turn forward. */
export interface FlowingClock extends Stopwatch {
  /** Moves time on at once; sleepers whose time has come wake before this resolves. */
  turn(milliseconds: number): Promise<void>;
  /** Sets the time, as an administrator sets the clock of a machine: no wait becomes longer or shorter. */
  jump(milliseconds: number): void;
  /** A second later, stands while this goes on: where waiting itself would change what happens, a slow machine must not. */
  stand<T>(work: () => Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Time for whole houses: waits of milliseconds pass by themselves, waits of minutes are turned away. */
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
      // What has been asked for so far belongs to the time before.
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
      // What is counted by the second begins again: nothing that waits for the next one would ever go on.
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

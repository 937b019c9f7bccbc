import type { Clock } from "#shared/ports/clock.ts";
import { semaphore } from "../semaphore.ts";

const maxAtOnce = 4;
const maxPerSecond = 10;
const secondMs = 1_000;

/** Runs every request that sends an account to FileMaker Server. */
export type LoginThrottle = <T>(login: () => Promise<T>) => Promise<T>;

/** Limits logins at a server: four at once, ten in any second. First come, first served. */
export function loginThrottle(clock: Clock): LoginThrottle {
  const begun: number[] = [];
  const withPermit = semaphore(maxAtOnce);
  let turn: Promise<void> = Promise.resolve();

  const waitForRate = async (): Promise<void> => {
    while (begun.length >= maxPerSecond) {
      const waitMs = (begun[0] ?? 0) + secondMs - clock.now();
      // A time in the future is from before the clock was set back.
      if (waitMs > 0 && waitMs <= secondMs) await clock.sleep(waitMs);
      else begun.shift();
    }
    begun.push(clock.now());
  };

  return (login) =>
    withPermit(async () => {
      turn = turn.then(waitForRate);
      await turn;
      return login();
    });
}

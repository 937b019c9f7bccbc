import type { Clock } from "#shared/ports/clock.ts";
import { semaphore } from "../semaphore.ts";

const mostAtOnce = 4;
const mostPerSecond = 10;
const secondMs = 1_000;

/** Every request of ours that shows a server an account passes here, whatever it is for. */
export type LoginThrottle = <T>(login: () => Promise<T>) => Promise<T>;

/** Lets logins of one server through: four at once, ten in any second (R5.5). First come, first served. */
export function loginThrottle(clock: Clock): LoginThrottle {
  const begun: number[] = [];
  const withPermit = semaphore(mostAtOnce);
  let turn: Promise<void> = Promise.resolve();

  const waitForRate = async (): Promise<void> => {
    while (begun.length >= mostPerSecond) {
      const waitMs = (begun[0] ?? 0) + secondMs - clock.now();
      // One that is to come was noted by a clock that has been set back since.
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

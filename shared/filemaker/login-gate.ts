import type { Clock } from "../ports/clock.ts";
import { turnstile } from "./turnstile.ts";

const mostAtOnce = 4;
const mostPerSecond = 10;

/** Lets logins of one server through: four at once, ten in any second (R5.5). First come, first served. */
export function loginGate(clock: Clock): <T>(login: () => Promise<T>) => Promise<T> {
  const begun: number[] = [];
  const throughTurnstile = turnstile(mostAtOnce);
  let turn: Promise<void> = Promise.resolve();

  const slow = async (): Promise<void> => {
    while (begun.length >= mostPerSecond) {
      const waitMs = (begun[0] ?? 0) + 1000 - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs);
      else begun.shift();
    }
    begun.push(clock.now());
  };

  return (login) =>
    throughTurnstile(async () => {
      turn = turn.then(slow);
      await turn;
      return login();
    });
}

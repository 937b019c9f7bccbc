import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";

/** Creates random values with the operating system's generator. UUIDs are ordered within a process. */
export function systemIds(clock: Pick<Clock, "now">): Ids {
  let lastMs = 0;
  let counter = 0;

  function tick(): void {
    const now = clock.now();
    if (now > lastMs) {
      lastMs = now;
      // The upper half stays free, so that a busy millisecond has enough numbers.
      counter = randomInt(0x800);
    } else if (++counter > 0xfff) {
      // RFC 9562, section 6.2: borrow from the next millisecond. Also used if the clock was set back.
      lastMs += 1;
      counter = 0;
    }
  }

  return {
    bytes: (length) => randomBytes(length),
    uuid() {
      tick();
      const time = lastMs.toString(16).padStart(12, "0");
      // End of a random UUID, including its variant: Node generates the bytes of many at once.
      const random = randomUUID().slice(19);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${random}`;
    },
  };
}

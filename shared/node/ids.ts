import { randomBytes } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";

/** Random values from the operating system's generator; UUIDs that keep their order within one process. */
export function systemIds(clock: Pick<Clock, "now">): Ids {
  let lastMs = 0;
  let counter = 0;

  function tick(): void {
    const now = clock.now();
    if (now > lastMs) {
      lastMs = now;
      // The upper half stays free, so that there is enough to count on in a busy millisecond.
      counter = randomBytes(2).readUInt16BE() & 0x7ff;
    } else if (++counter > 0xfff) {
      // RFC 9562, section 6.2: borrow from the next millisecond. Also taken when the clock was set back.
      lastMs += 1;
      counter = 0;
    }
  }

  return {
    bytes: (length) => randomBytes(length),
    uuid() {
      tick();
      const bytes = randomBytes(16);
      bytes.writeUIntBE(lastMs, 0, 6);
      bytes.writeUInt16BE(0x7000 | counter, 6);
      bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
      const hex = bytes.toString("hex");
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
    },
  };
}

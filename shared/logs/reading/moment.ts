import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../format/format.ts";
import { lineText } from "./line-text.ts";
import { beginsAt } from "./scan/regions.ts";
import { splitLines } from "./split-lines.ts";

const probeBytes = 16 * 1024;
/** Maximum number of blocks read from one offset to find a time: records can be long. */
const maxProbes = 64;

/** Returns the offset of the first record at or after a time, or the end of the log. Uses binary search, because records are in order. */
export async function firstAt(log: OpenLog, format: LogFormat, moment: number): Promise<number> {
  // Everything before `low` is earlier; the first time stamp from `high` on isn't.
  let [low, high] = [0, log.sizeBytes];
  while (high - low > probeBytes) {
    const middle = low + Math.floor((high - low) / 2);
    const { value: stamp } = await stamps(log, format, middle, high).next();
    if (stamp === undefined || stamp.time >= moment) high = middle;
    else low = stamp.offset + 1;
  }
  for await (const { offset, time } of stamps(log, format, low, log.sizeBytes)) if (time >= moment) return offset;
  return log.sizeBytes;
}

interface Stamped {
  readonly offset: number;
  readonly time: number;
}

/** Yields the time stamps from one offset to another. */
async function* stamps(log: OpenLog, format: LogFormat, from: number, to: number): AsyncGenerator<Stamped, undefined> {
  for (let probe = 0, at = from; probe < maxProbes && at < to; probe += 1) {
    // A line is known to begin only after a line ending.
    const start = Math.max(0, at - 1);
    const block = await log.read(start, probeBytes);
    const isLast = start + block.length >= log.sizeBytes;
    const whole = splitLines(block).filter(({ end }) => block[end - 1] === 0x0a || isLast);
    for (const { start: begin, end } of whole) {
      const offset = start + begin;
      if (offset >= to) return;
      if ((begin === 0 && start > 0) || offset < from || !beginsAt(block, begin, format)) continue;
      const { time } = format.read(lineText(block.subarray(begin, end), offset).text);
      if (time !== null) yield { offset, time };
    }
    if (isLast) return;
    at = Math.max(start + (whole.at(-1)?.end ?? block.length), at + 1);
  }
}

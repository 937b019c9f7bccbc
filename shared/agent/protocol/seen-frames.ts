import { clockWindowMs, type Frame } from "./frame.ts";

/** Frames of one side on a link, each of which is accepted once. */
export interface SeenFrames {
  /** Returns false for a repeated frame, and for one that is too old or too new. */
  isFirst(frame: Pick<Frame, "sequence" | "at">, now: number): boolean;
  /** Returns the number of remembered frames. */
  size(): number;
}

/** Remembers frames only while their time allows them to be accepted: a link can last for months. */
export function seenFrames(): SeenFrames {
  const times = new Map<number, number>();

  const forgetOld = (now: number): void => {
    // In order of arrival: an old frame after a younger one is deleted with it, a little later.
    for (const [sequence, at] of times) {
      if (at >= now - clockWindowMs) return;
      times.delete(sequence);
    }
  };

  return {
    isFirst({ sequence, at }, now) {
      forgetOld(now);
      if (Math.abs(at - now) > clockWindowMs || times.has(sequence)) return false;
      times.set(sequence, at);
      return true;
    },
    size: () => times.size,
  };
}

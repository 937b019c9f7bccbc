import { clockWindowMs, type Frame } from "#shared/agent/protocol/frame.ts";

/** The service's frames of a link, each of which counts once (R7.2). */
export interface SeenFrames {
  /** False for a frame that was there before, and for one that is too old or too new to count. */
  isFirst(frame: Pick<Frame, "sequence" | "at">, now: number): boolean;
  /** How many are remembered. */
  size(): number;
}

/** Remembers frames for as long as their time lets them count, and no longer: a link may live for months. */
export function seenFrames(): SeenFrames {
  const times = new Map<number, number>();

  const forgetOld = (now: number): void => {
    // In the order of their coming: what is behind a younger one goes with it, a little later.
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

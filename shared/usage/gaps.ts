import { type Gap, type Minute, minuteMs, quietMs } from "./period.ts";

interface Time {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the times before `countedTo` for which data is incomplete. A process that counts writes every minute, even without calls: if a
 * minute that isn't its last has no successor, counts were lost. If no process wrote anything, none was running.
 * `minutes` must start a minute before `from`, to detect a process that crashed just before.
 */
export function gapsIn(minutes: readonly Minute[], { from, to }: Time, countedTo: number): Gap[] {
  const end = Math.min(to, countedTo);
  const lost = clipped(united(lostTimes(minutes, countedTo)), from, end);
  const covered = united(minutes.map((minute) => ({ from: minute.from, to: minute.to })));
  const stopped = without(without([{ from, to: Math.max(from, end) }], covered), lost);
  return [
    ...lost.map((time) => ({ ...time, reason: "lost" as const })),
    ...stopped.map((time) => ({ ...time, reason: "stopped" as const })),
  ].sort((one, other) => one.from - other.from || one.to - other.to);
}

/** Returns the times in which a process should have written but didn't. */
function lostTimes(minutes: readonly Minute[], countedTo: number): Time[] {
  const byWriter = Map.groupBy(minutes, ({ writer }) => writer);
  return [...byWriter.values()].flatMap((own) => {
    const sorted = own.toSorted((one, other) => one.from - other.from);
    return sorted.flatMap(({ to, isLast, areNextLate = false }, place): Time[] => {
      const next = sorted[place + 1];
      if (next !== undefined) return next.from > to ? [{ from: to, to: next.from }] : [];
      // At most one minute was not written, unless minutes without counts are still waiting.
      return isLast || to >= countedTo - (areNextLate ? quietMs : 0) ? [] : [{ from: to, to: to + minuteMs }];
    });
  });
}

/** Converts gaps of shorter periods to gaps of a longer one: adjacent gaps with the same reason are joined. */
export function joinedGaps(gaps: readonly Gap[]): Gap[] {
  return (["lost", "stopped"] as const)
    .flatMap((reason) => united(gaps.filter((gap) => gap.reason === reason)).map((time) => ({ ...time, reason })))
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

/** Returns the parts of the gaps within a time range. */
export function gapsWithin(gaps: readonly Gap[], { from, to }: Time): Gap[] {
  return gaps.flatMap((gap) => clipped([gap], from, to).map((time) => ({ ...time, reason: gap.reason })));
}

function united(times: readonly Time[]): Time[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of times.toSorted((one, other) => one.from - other.from)) {
    const before = result.at(-1);
    if (before !== undefined && from <= before.to) before.to = Math.max(before.to, to);
    else result.push({ from, to });
  }
  return result;
}

function clipped(times: readonly Time[], from: number, to: number): Time[] {
  return times
    .map((time) => ({ from: Math.max(time.from, from), to: Math.min(time.to, to) }))
    .filter((time) => time.to > time.from);
}

/** Returns `times` without the times in `taken`, which must be united. */
function without(times: readonly Time[], taken: readonly Time[]): Time[] {
  return taken.reduce<readonly Time[]>(
    (left, { from, to }) =>
      left.flatMap((time) =>
        [
          { from: time.from, to: Math.min(time.to, from) },
          { from: Math.max(time.from, to), to: time.to },
        ].filter((rest) => rest.to > rest.from),
      ),
    times,
  ) as Time[];
}

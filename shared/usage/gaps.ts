import { type Gap, type Minute, minuteMs } from "./period.ts";

interface Time {
  readonly from: number;
  readonly to: number;
}

/**
 * The times before `countedTo` of which not everything is known. A process that counts writes every minute, quiet ones too: after a minute that is
 * not its last another has to follow, or what it counted is lost; where no process wrote anything, none was running.
 * `minutes` reach a minute further back than `from`, so that a process is known that ended without notice just before.
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

/** Where a process should have written and did not. */
function lostTimes(minutes: readonly Minute[], countedTo: number): Time[] {
  const byWriter = Map.groupBy(minutes, ({ writer }) => writer);
  return [...byWriter.values()].flatMap((own) => {
    const sorted = own.toSorted((one, other) => one.from - other.from);
    return sorted.flatMap(({ to, isLast }, place): Time[] => {
      const next = sorted[place + 1];
      if (next !== undefined) return next.from > to ? [{ from: to, to: next.from }] : [];
      // It had a minute at most that was not written.
      return isLast || to >= countedTo ? [] : [{ from: to, to: to + minuteMs }];
    });
  });
}

/** Gaps of shorter periods as those of a longer one: neighbours of one kind are one. */
export function joinedGaps(gaps: readonly Gap[]): Gap[] {
  return (["lost", "stopped"] as const)
    .flatMap((reason) => united(gaps.filter((gap) => gap.reason === reason)).map((time) => ({ ...time, reason })))
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

/** Gaps as far as they lie within a time. */
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

/** `times` without what lies in `taken`, which is united. */
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

/** Returns the grid lines of a chart, from 0 to the first one that isn't below `most`. */
export function valueTicks(
  most: number,
  {
    count = 4,
    leastStep = 0,
    isBinary = false,
  }: {
    /** Approximate number of steps. */
    readonly count?: number;
    /** Minimum step: half a call makes no sense. */
    readonly leastStep?: number;
    /** True if steps are powers of two, for sizes. */
    readonly isBinary?: boolean;
  } = {},
): readonly number[] {
  const step = Math.max(leastStep, roundStep((most > 0 ? most : 1) / count, isBinary));
  const steps = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Rounds up to 1, 2 or 5 times a power of ten, or to a power of two. */
function roundStep(rough: number, isBinary: boolean): number {
  if (isBinary) return 2 ** Math.ceil(Math.log2(rough));
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const minuteMs = 60_000;

/** Distances between time lines, each with the step that advances a time. Steps follow the calendar, because a day can have 23 hours. */
const lengths: readonly (readonly [
  milliseconds: number,
  unit: "minutes" | "hours" | "days" | "months",
  count: number,
])[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => [count * minuteMs, "minutes", count] as const),
  ...[1, 2, 3, 6, 12].map((count) => [count * 60 * minuteMs, "hours", count] as const),
  ...[1, 2, 7, 14].map((count) => [count * 1_440 * minuteMs, "days", count] as const),
  ...[1, 2, 3, 6, 12].map((count) => [count * 30 * 1_440 * minuteMs, "months", count] as const),
];

/** Time with a label below the plot. */
export interface TimeTick {
  readonly at: number;
  readonly text: string;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const month = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric" });

/** Returns round times in the browser's time zone within a range, at most `count`. */
export function timeTicks(from: number, to: number, count: number): readonly TimeTick[] {
  const [, unit, by] = lengths.find(([length]) => (to - from) / length <= Math.max(1, count)) ?? [0, "months", 12];
  const at = new Date(from);
  if (unit === "months") at.setMonth(0, 1);
  if (unit === "days") at.setDate(1);
  at.setHours(0, 0, 0, 0);
  const ticks: TimeTick[] = [];
  for (; at.getTime() <= to; moveOn(at, unit, by))
    if (at.getTime() >= from) ticks.push({ at: at.getTime(), text: textOf(at, unit) });
  return ticks;
}

function moveOn(at: Date, unit: "minutes" | "hours" | "days" | "months", by: number): void {
  if (unit === "months") at.setMonth(at.getMonth() + by);
  else if (unit === "days") {
    const before = at.getMonth();
    at.setDate(at.getDate() + by);
    // Restarts in each month, so that its first day always has a tick.
    if (by > 1 && (at.getMonth() !== before || at.getDate() > 31 - by)) at.setMonth(before + 1, 1);
  } else if (unit === "hours") at.setHours(at.getHours() + by);
  else at.setTime(at.getTime() + by * minuteMs);
}

function textOf(at: Date, unit: "minutes" | "hours" | "days" | "months"): string {
  if (unit === "months") return month.format(at);
  return unit === "days" || (at.getHours() === 0 && at.getMinutes() === 0) ? day.format(at) : clock.format(at);
}

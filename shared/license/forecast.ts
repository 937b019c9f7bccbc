/** Days of recent traffic that give the level of a forecast: four weeks, so that each day of the week counts equally. */
const levelDays = 28;
/** Weeks of traffic from which growth is taken. */
const growthWeeks = 26;
const weekDays = 7;
/** A year in whole weeks, so that the same days of the week are compared. Days. */
const yearDays = 364;
/** Fewest full days before anything is predicted. */
export const fewestDays = 14;
/** Limits of the ratio between this year and the last. Outside of them the last year says nothing about this one. */
const ratios = { least: 1 / 3, most: 3 };
/** Share by which a week must differ from the weeks before to begin a new level, and the weeks that confirm it. */
const newLevel = { share: 0.25, weeks: 2 };

/**
 * Predicts the traffic of the following days in bytes, from the traffic of past days: oldest first, without gaps, the last one yesterday.
 * With more than a year of data, the season repeats. Otherwise traffic continues at its level and growth, of which only the time after the
 * last sudden change counts. Returns undefined with fewer than 14 days.
 */
export function predictedDays(past: readonly number[], count: number): number[] | undefined {
  if (past.length < fewestDays) return undefined;
  return lastYearScaled(past, count) ?? continued(past, count);
}

/** Returns the first day on which the sum exceeds an amount: 0 for the first predicted day. Undefined if none does. */
export function dayOfExceeding(amount: number, days: readonly number[]): number | undefined {
  let sum = 0;
  const at = days.findIndex((bytes) => {
    sum += bytes;
    return sum > amount;
  });
  return at === -1 ? undefined : at;
}

function lastYearScaled(past: readonly number[], count: number): number[] | undefined {
  const compared = 2 * levelDays;
  if (past.length < yearDays + compared) return undefined;
  const recent = sumOf(past.slice(-compared));
  const then = sumOf(past.slice(-compared - yearDays, -yearDays));
  const ratio = recent / then;
  if (!(ratio >= ratios.least && ratio <= ratios.most)) return undefined;
  const days: number[] = [];
  for (let day = 0; day < count; day += 1) {
    const place = past.length + day - yearDays;
    days.push(place < past.length ? (past[place] ?? 0) * ratio : (days[place - past.length] ?? 0) * ratio);
  }
  return days;
}

/** Continues the line through the weeks since the last sudden change. Never below zero. */
function continued(past: readonly number[], count: number): number[] {
  const weeks = weeksOf(past).slice(-growthWeeks);
  const level = weeks.slice(startOfLevel(weeks));
  const { slope, end } = lineThrough(level);
  return Array.from({ length: count }, (_, day) => {
    const weeksAhead = (day + 0.5) / weekDays + 0.5;
    return Math.max(0, (end + slope * weeksAhead) / weekDays);
  });
}

/** Returns the sums of whole weeks, oldest first, of which the last ends with the last day. */
function weeksOf(past: readonly number[]): number[] {
  const weeks: number[] = [];
  for (let end = past.length; end >= weekDays; end -= weekDays) weeks.unshift(sumOf(past.slice(end - weekDays, end)));
  return weeks;
}

/** Returns the place of the first week after the last sudden and lasting change. */
function startOfLevel(weeks: readonly number[]): number {
  for (let start = weeks.length - newLevel.weeks; start >= newLevel.weeks; start -= 1) {
    const before = averageOf(weeks.slice(Math.max(0, start - 4), start));
    const after = weeks.slice(start, start + newLevel.weeks);
    const isHigher = after.every((week) => week > before * (1 + newLevel.share));
    const isLower = after.every((week) => week < before * (1 - newLevel.share));
    // The first week of the change, not a later one that is still compared with weeks before it.
    const last = weeks[start - 1] ?? before;
    const isFirst = isHigher ? last < before * (1 + newLevel.share) : last > before * (1 - newLevel.share);
    if ((isHigher || isLower) && isFirst) return start;
  }
  return 0;
}

/** Fits a line by least squares. With fewer than eight weeks there is no growth. `end`: its value in the last week. */
function lineThrough(weeks: readonly number[]): { readonly slope: number; readonly end: number } {
  const middle = (weeks.length - 1) / 2;
  const average = averageOf(weeks);
  if (weeks.length < 8) return { slope: 0, end: average };
  const slope =
    sumOf(weeks.map((week, at) => (at - middle) * (week - average))) / sumOf(weeks.map((_, at) => (at - middle) ** 2));
  return { slope, end: average + slope * middle };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function averageOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : sumOf(values) / values.length;
}

import type { Schedule } from "../world/schema/schedule-schema.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] as const;
/** Maximum number of days between two runs: a year and a day. */
const HORIZON_DAYS = 367;

type RepeatTask = NonNullable<Schedule["weeklyType"]>["repeatTask"];

/** Returns the first run of a schedule after a time; undefined if there is none. */
export function nextRun(schedule: Schedule, after: number, utcOffsetMinutes: number): number | undefined {
  // Calculates in the server's local time as if it were UTC, because its time zone has a fixed offset here.
  const offset = utcOffsetMinutes * MINUTE;
  const local = nextLocalRun(schedule, after + offset);
  return local === undefined ? undefined : local - offset;
}

function nextLocalRun(schedule: Schedule, after: number): number | undefined {
  const { onceType, everyndaysType, weeklyType } = schedule;
  if (onceType !== undefined) {
    const start = moment(onceType.startTimeStamp);
    return start > after ? start : undefined;
  }
  const timing = everyndaysType ?? weeklyType;
  if (timing === undefined) return undefined;
  const start = moment(timing.startTimeStamp);
  const firstDay = dayOf(start);
  const lastDay = timing.endDate === undefined || timing.endDate === "" ? undefined : dayOf(moment(timing.endDate));
  const isRunDay = (day: number): boolean => {
    if (everyndaysType !== undefined) return (day - firstDay) % everyndaysType.dailyDays === 0;
    const weekday = WEEKDAYS[new Date(day * DAY).getUTCDay()];
    return weekday !== undefined && weeklyType?.daysOfTheWeek.includes(weekday) === true;
  };
  const from = Math.max(firstDay, dayOf(after));
  for (let day = from; day <= from + HORIZON_DAYS; day += 1) {
    if (lastDay !== undefined && day > lastDay) return undefined;
    if (!isRunDay(day)) continue;
    const found = firstOfDay(day * DAY, start - firstDay * DAY, timing.repeatTask, after);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the day's first run after a time: at its start time, or repeatedly until the end time. */
function firstOfDay(day: number, startOfRuns: number, repeat: RepeatTask, after: number): number | undefined {
  const first = day + startOfRuns;
  if (first > after) return first;
  if (repeat === undefined) return undefined;
  const step = repeat.repeatFrequency * (repeat.repeatInterval === "HOURS" ? 60 : 1) * MINUTE;
  const next = first + (Math.floor((after - first) / step) + 1) * step;
  return next <= day + timeOfDay(repeat.endTime) ? next : undefined;
}

function moment(text: string): number {
  return Date.parse(text.includes("T") ? `${text}Z` : `${text}T00:00:00Z`);
}

function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / DAY);
}

function timeOfDay(text: string): number {
  return moment(`1970-01-01T${text}`);
}

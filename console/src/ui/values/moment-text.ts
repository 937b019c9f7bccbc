const clock = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
});
const shortClock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", hourCycle: "h23" });

/** Returns a time with milliseconds, in the browser's time zone and language. */
export function momentText(time: string): string {
  return clock.format(new Date(time));
}

/** Returns the time of day with seconds, in the browser's time zone. */
export function timeText(time: string): string {
  return shortClock.format(new Date(time));
}

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

/** A moment to the millisecond, in the browser's zone and language. */
export function momentText(time: string): string {
  return clock.format(new Date(time));
}

/** The same without its day, to the second. */
export function timeText(time: string): string {
  return shortClock.format(new Date(time));
}

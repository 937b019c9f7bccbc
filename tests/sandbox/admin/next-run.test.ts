import fc from "fast-check";
import { expect, test } from "vitest";
import { nextRun } from "../../../sandbox/fmserver/host/next-run.ts";
import { Schedule } from "../../../sandbox/fmserver/world/schema/schedule-schema.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] as const;

function next(timing: object, after: string, offset = 0): string | undefined {
  const found = nextRun(schedule(timing), Date.parse(after), offset);
  return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
}

function schedule(timing: object): Schedule {
  return Schedule.parse({ name: "S", backupType: {}, ...timing });
}

const at23 = { startTimeStamp: "2026-11-20T23:00:00" };

test.each([
  ["once, before", { onceType: at23 }, "2026-11-20T22:59:00Z", "2026-11-20T23:00"],
  ["once, at that time", { onceType: at23 }, "2026-11-20T23:00:00Z", undefined],
  ["no timing", {}, "2026-11-20T22:59:00Z", undefined],
  ["daily", { everyndaysType: at23 }, "2026-11-25T12:00:00Z", "2026-11-25T23:00"],
  ["daily, later that day", { everyndaysType: at23 }, "2026-11-25T23:00:00Z", "2026-11-26T23:00"],
  ["every third day", { everyndaysType: { ...at23, dailyDays: 3 } }, "2026-11-21T00:00:00Z", "2026-11-23T23:00"],
  [
    "on the last day",
    { everyndaysType: { ...at23, endDate: "2026-11-22" } },
    "2026-11-22T12:00:00Z",
    "2026-11-22T23:00",
  ],
  ["over", { everyndaysType: { ...at23, endDate: "2026-11-22" } }, "2026-11-22T23:00:00Z", undefined],
  ["weekly", { weeklyType: { ...at23, daysOfTheWeek: ["MON"] } }, "2026-11-20T23:30:00Z", "2026-11-23T23:00"],
  ["a year from now", { everyndaysType: { ...at23, dailyDays: 366 } }, "2026-11-21T00:00:00Z", "2027-11-21T23:00"],
])("the next run, %s", (_what, timing, after, expected) => {
  expect(next(timing, after)).toBe(expected);
});

test("times are in the server's time zone", () => {
  expect(next({ everyndaysType: at23 }, "2026-11-20T12:00:00Z", 60)).toBe("2026-11-20T22:00");
  expect(next({ weeklyType: { ...at23, daysOfTheWeek: ["SAT"] } }, "2026-11-20T12:00:00Z", -120)).toBe(
    "2026-11-22T01:00",
  );
});

test("any timing agrees with a check of every minute", () => {
  const first = Date.UTC(2026, 10, 1);
  const minuteOfDay = fc.integer({ min: 0, max: 1439 });
  const repeatTask = fc.option(
    fc.record({
      repeatFrequency: fc.integer({ min: 1, max: 90 }),
      repeatInterval: fc.constantFrom("HOURS" as const, "MINUTES" as const),
      end: minuteOfDay,
    }),
  );
  const daysOfTheWeek = fc.subarray([...DAYS], { minLength: 1 });
  const days = fc.oneof(fc.record({ dailyDays: fc.integer({ min: 1, max: 4 }) }), fc.record({ daysOfTheWeek }));
  const cases = fc.record({
    days,
    repeat: repeatTask,
    start: minuteOfDay,
    last: fc.option(fc.integer({ min: 0, max: 6 })),
    after: fc.integer({ min: -60, max: 6 * 1440 }),
  });
  fc.assert(
    fc.property(cases, ({ days: when, repeat, start, last, after }) => {
      const timing = {
        startTimeStamp: text(first + start * MINUTE),
        ...(last === null ? {} : { endDate: text(first + last * DAY).slice(0, 10) }),
        ...(repeat === null
          ? {}
          : {
              repeatTask: {
                repeatFrequency: repeat.repeatFrequency,
                repeatInterval: repeat.repeatInterval,
                endTime: text(repeat.end * MINUTE).slice(11),
              },
            }),
        ...when,
      };
      const isRun = (minute: number): boolean => {
        const [day, clock] = [Math.floor(minute / 1440), ((minute % 1440) + 1440) % 1440];
        if (day < 0 || (last !== null && day > last)) return false;
        const isDay =
          "dailyDays" in when
            ? day % when.dailyDays === 0
            : when.daysOfTheWeek.includes(DAYS[new Date(first + day * DAY).getUTCDay()] ?? "SUN");
        if (!isDay || clock < start) return false;
        if (clock === start) return true;
        if (repeat === null || clock > repeat.end) return false;
        return (clock - start) % (repeat.repeatFrequency * (repeat.repeatInterval === "HOURS" ? 60 : 1)) === 0;
      };
      let naive: number | undefined;
      for (let minute = after + 1; minute < 14 * 1440 && naive === undefined; minute += 1) {
        if (isRun(minute)) naive = first + minute * MINUTE;
      }
      const kind = "dailyDays" in when ? { everyndaysType: timing } : { weeklyType: timing };
      expect(nextRun(schedule(kind), first + after * MINUTE, 0)).toBe(naive);
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
});

function text(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

import { expect } from "vitest";
import { parseLocalTime } from "#shared/contract/local-time.ts";
import { firstRun, nextRuns } from "#shared/schedules/timing.ts";
import { verifies } from "../support/verifies.ts";

const berlin = (cron: string) => ({ kind: "repeating", cron, timeZone: "Europe/Berlin" }) as const;
const times = (timing: Parameters<typeof nextRuns>[0], after: string, count: number) =>
  nextRuns(timing, Date.parse(after), count).map((at) =>
    new Date(at).toISOString().slice(0, "2027-03-28T01:00".length),
  );

for (const [cron, spring, autumn] of [
  [
    "30 2 * * *",
    ["2027-03-27T01:30", "2027-03-28T01:00", "2027-03-29T00:30"],
    ["2027-10-30T00:30", "2027-10-31T00:30", "2027-11-01T01:30"],
  ],
  [
    "30 2,14 * * *",
    ["2027-03-27T01:30", "2027-03-27T13:30", "2027-03-28T01:00", "2027-03-28T12:30"],
    ["2027-10-30T00:30", "2027-10-30T12:30", "2027-10-31T00:30", "2027-10-31T13:30", "2027-11-01T01:30"],
  ],
  [
    "0 3 * * *",
    ["2027-03-27T02:00", "2027-03-28T01:00", "2027-03-29T01:00"],
    ["2027-10-30T01:00", "2027-10-31T02:00", "2027-11-01T02:00"],
  ],
] as const)
  verifies("schedules:timing:clock-change", `${cron} in Berlin`, () => {
    expect(times(berlin(cron), "2027-03-26T22:30:00Z", spring.length)).toEqual(spring);
    expect(times(berlin(cron), "2027-10-29T21:30:00Z", autumn.length)).toEqual(autumn);
  });

verifies(
  "schedules:timing:clock-change",
  "every day of a year has one run at half past two, in every listed time zone",
  () => {
    for (const timeZone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"]) {
      const runs = nextRuns({ kind: "repeating", cron: "30 2 * * *", timeZone }, Date.UTC(2027, 0, 1), 365);
      const days = runs.map((at) => new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(at));
      expect(new Set(days).size, timeZone).toBe(365);
    }
  },
);

verifies(
  "schedules:timing:clock-change",
  "a half-hourly schedule skips the missing hour, and runs through the repeated one",
  () => {
    expect(times(berlin("*/30 2 * * *"), "2027-03-27T12:00:00Z", 1)).toEqual(["2027-03-29T00:00"]);
    expect(times(berlin("*/30 2 * * *"), "2027-10-30T12:00:00Z", 4)).toEqual([
      "2027-10-31T00:00",
      "2027-10-31T00:30",
      "2027-10-31T01:00",
      "2027-10-31T01:30",
    ]);
  },
);

verifies("schedules:create:refused", "a timing without any run says what is wrong with it", () => {
  const now = Date.UTC(2026, 10, 20);
  const refused = (timing: Parameters<typeof firstRun>[0]) => {
    try {
      return firstRun(timing, now);
    } catch (thrown) {
      return (thrown as Error).message;
    }
  };
  expect(refused(berlin("0 0 30 2 *"))).toBe("schedule_never_runs");
  expect(refused(berlin("every night"))).toBe("schedule_never_runs");
  expect(refused(berlin("0 0 0 1 1 *"))).toBe("schedule_never_runs");
  expect(refused({ kind: "repeating", cron: "0 2 * * *", timeZone: "Europe/Nowhere" })).toBe("schedule_never_runs");
  expect(refused({ kind: "once", at: "2026-11-19T23:00:00.000Z" })).toBe("schedule_never_runs");
  expect(refused({ kind: "once", at: "2046-11-19T23:00:00.000Z" })).toBe("schedule_never_runs");
  expect(refused({ kind: "once", at: "2026-11-20T00:00:01.000Z" })).toBe(now + 1_000);
});

verifies("schedules:moment:host-zone", () => {
  const shown = (timestamp: string, timeZone: string) => new Date(parseLocalTime(timestamp, timeZone)).toISOString();
  expect(shown("2027-01-15T23:00:00", "Europe/Berlin")).toBe("2027-01-15T22:00:00.000Z");
  expect(shown("2027-07-15T23:00", "America/St_Johns")).toBe("2027-07-16T01:30:00.000Z");
  // An ambiguous time: +02:00 and +01:00. A missing time: as far after 02:00 as it was meant.
  expect(shown("2027-10-31T02:30:00", "Europe/Berlin")).toBe("2027-10-31T00:30:00.000Z");
  expect(shown("2027-03-28T02:30:00", "Europe/Berlin")).toBe("2027-03-28T01:30:00.000Z");
  expect(shown("2027-10-31T03:00:00", "Europe/Berlin")).toBe("2027-10-31T02:00:00.000Z");
  expect(shown("2027-11-07T01:30:00", "America/New_York")).toBe("2027-11-07T05:30:00.000Z");
  expect(shown("2027-06-01T12:00:00", "UTC")).toBe("2027-06-01T12:00:00.000Z");
});

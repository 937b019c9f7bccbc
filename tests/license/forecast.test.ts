import { expect, test } from "vitest";
import { dayOfExceeding, predictedDays } from "#shared/license/forecast.ts";
import { bytesPerDay } from "#shared/license/samples.ts";
import { verifies } from "../support/verifies.ts";

const year = 365;

/** Traffic of a day in three years, by its number. */
const courses: Readonly<Record<string, (day: number) => number>> = {
  steady: (day) => 300 + 0.4 * day,
  seasonal: (day) => (500 + 0.1 * day) * (1 + 0.5 * Math.sin((2 * Math.PI * day) / year)),
  stepped: (day) => 250 * (1 + 0.4 * Math.floor(day / 150)),
};

/** Returns three years of traffic: a fifth more or less each day, and a third of it on weekends. */
function threeYears(course: (day: number) => number, seed: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: 3 * year }, (_, day) => {
    const weekday = day % 7 === 0 || day % 7 === 6 ? 0.3 : 1;
    return course(day) * weekday * (0.8 + 0.4 * random());
  });
}

/** Returns a generator of equally distributed numbers from 0 to 1, the same for each run (Park and Miller). */
function seededRandom(seed: number): () => number {
  let state = seed * 48_271;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const sumOf = (days: readonly number[]) => days.reduce((sum, bytes) => sum + bytes, 0);

verifies("license:forecast:accurate", () => {
  const middle = year + 182;
  for (const [name, course] of Object.entries(courses)) {
    for (let seed = 1; seed <= 20; seed += 1) {
      const days = threeYears(course, seed);
      const limit = 0.9 * sumOf(days.slice(year, 2 * year));
      const left = limit - sumOf(days.slice(year, middle));
      const actual = dayOfExceeding(left, days.slice(middle));
      const predicted = dayOfExceeding(left, predictedDays(days.slice(0, middle), year) ?? []);
      expect(Math.abs(Number(predicted) - Number(actual)), `${name}, seed ${seed}`).toBeLessThanOrEqual(18);
    }
  }
});

test("nothing is predicted from less than two weeks, and nothing negative from falling traffic", () => {
  expect(predictedDays(new Array(13).fill(1), 10)).toBeUndefined();
  const falling = Array.from({ length: 140 }, (_, day) => 1_000 - 3 * day);
  expect(Math.min(...(predictedDays(falling, 300) ?? [-1]))).toBe(0);
});

test("a day without samples counts like the days around it, and the first day isn't full", () => {
  const day = (name: string, bytes: number | null) => ({
    day: name,
    ...{ firstAt: 0, usedBytes: 0, bytes, peakUsers: null, peakAt: null },
  });
  const days = [day("2026-11-10", 5), day("2026-11-11", 10), day("2026-11-14", 30), day("2026-11-15", null)];
  expect(bytesPerDay(days, "2026-11-17")).toEqual([10, 10, 10, 10, 10, 10]);
  expect(bytesPerDay([day("2026-11-17", 1)], "2026-11-17")).toEqual([]);
});

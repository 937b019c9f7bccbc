import type { Forecast } from "./contract.ts";
import { dayOfExceeding, predictedDays } from "./forecast.ts";
import { type AllowanceState, dayAfter, dayAt } from "./rules.ts";
import { bytesPerDay } from "./samples.ts";
import type { LicenseDay } from "./store.ts";

/** Returns the forecast of an allowance: it lasts until its reset, or the day on which it is used up. */
export function forecastOf(allowance: AllowanceState, days: readonly LicenseDay[], now: number): Forecast {
  const today = dayAt(now);
  const past = bytesPerDay(days, today);
  const { limitBytes, usedBytes, daysToReset, isEnforced } = allowance;
  const unknown = { runsOutOn: null, usedBytesAtReset: null, basedOnDays: past.length };
  const predicted = daysToReset === null ? undefined : predictedDays(past, daysToReset);
  if (predicted === undefined || usedBytes === null)
    return { outcome: isEnforced === false ? "no_limit" : "unknown", ...unknown };
  const usedBytesAtReset = Math.round(usedBytes + predicted.reduce((sum, bytes) => sum + bytes, 0));
  if (isEnforced === false) return { ...unknown, outcome: "no_limit", usedBytesAtReset };
  if (limitBytes === null) return { ...unknown, outcome: "unknown", usedBytesAtReset };
  const exceeded = usedBytes > limitBytes ? 0 : dayOfExceeding(limitBytes - usedBytes, predicted);
  if (exceeded === undefined) return { ...unknown, outcome: "lasts", usedBytesAtReset };
  return { ...unknown, outcome: "runs_out", runsOutOn: dayAfter(today, exceeded), usedBytesAtReset };
}

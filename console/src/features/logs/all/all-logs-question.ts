import type { InputOf } from "../../../api/operations.ts";
import type { AllLogsSearch, LogRange } from "./all-logs-search.ts";

const hourMs = 3_600_000;
const nightBegins = 22;
const nightEnds = 6;

/** Returns the times of a range in the browser's zone. Last night is from 22:00 to 06:00, or until now. Default: the last day. */
export function timesOf(range: LogRange | undefined, now: number): { readonly from: string; readonly to: string } {
  if (range === "night") return lastNight(now);
  const hours = { hour: 1, day: 24, week: 7 * 24 }[range ?? "day"];
  return { from: at(now - hours * hourMs), to: at(now) };
}

/** Returns the request for a search. */
export function allLogsQuestion({ range, level = "error", q }: AllLogsSearch, now: number) {
  return {
    ...timesOf(range, now),
    ...(level !== "all" && { levels: level === "error" ? "error" : "warning,error" }),
    ...(q !== undefined && q !== "" && { text: q }),
  } satisfies InputOf<"GET /svc/api/logs/search">;
}

function lastNight(now: number) {
  const ends = new Date(now);
  ends.setHours(nightEnds, 0, 0, 0);
  const begins = new Date(ends);
  begins.setDate(begins.getDate() - 1);
  begins.setHours(nightBegins);
  return { from: at(begins.getTime()), to: at(Math.min(ends.getTime(), now)) };
}

function at(time: number): string {
  return new Date(time).toISOString();
}

import type { Schedule } from "../schedules.ts";
import { checkMessage } from "./queue-limits.ts";

/** @throws RangeError for a schedule that no store accepts */
export function checkSchedule({ name, at, body }: Schedule): void {
  checkScheduleName(name);
  if (!Number.isSafeInteger(at) || at < 0 || at > latest) throw new RangeError(`A schedule can't run at ${at}`);
  checkMessage({ body });
}

/** @throws RangeError */
export function checkScheduleName(name: string): void {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(name)) throw new RangeError("Invalid schedule name");
}

/** End of the year 9999: later years don't have four digits. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59);

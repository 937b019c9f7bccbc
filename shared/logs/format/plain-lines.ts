import { type LogFormat, noFields } from "./format.ts";
import { leadingTime } from "./log-time.ts";

/** A log that nothing is known of: every line stands for itself, with a time where it begins with one. */
export const plainLines: LogFormat = {
  begins: () => true,
  read: (line) => ({ ...noFields, time: leadingTime(line) ?? null }),
  codes: "none",
  isTimed: false,
};

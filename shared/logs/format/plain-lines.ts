import { type LogFormat, noFields } from "./format.ts";
import { leadingTime } from "./log-time.ts";

/** Unknown format: every line is a record, with a time if it starts with one. */
export const plainLines: LogFormat = {
  begins: () => true,
  read: (line) => ({ ...noFields, time: leadingTime(line) ?? null }),
  codes: "none",
  isTimed: false,
};

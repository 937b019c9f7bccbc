import * as z from "zod";

/** Time zone by its name in the IANA database. */
export const ZoneName = z
  .string()
  .min(1)
  .max(100)
  .refine(isZoneName, { message: "must be a time zone such as `Europe/Berlin`" });

function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false; // The platform throws a RangeError for an unknown zone.
  }
}

import * as z from "zod";

/** A time zone by the name that the IANA database gives it. */
export const ZoneName = z
  .string()
  .min(1)
  .max(100)
  .refine(isZoneName, { message: "there is no such time zone; `Europe/Berlin` is one" });

function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false; // A RangeError is how the platform says that it does not know the zone.
  }
}

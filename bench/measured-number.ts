import * as z from "zod";

/** A number that may be none or endless, which JSON has no words for: then it is kept as a text. */
export const MeasuredNumber = z.union([z.number(), z.enum(["NaN", "Infinity"]).transform(Number)]);

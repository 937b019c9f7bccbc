import * as z from "zod";

/** Number that can be NaN or Infinity, which are stored as text because JSON doesn't support them. */
export const MeasuredNumber = z.union([z.number(), z.enum(["NaN", "Infinity"]).transform(Number)]);

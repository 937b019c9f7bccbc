import * as z from "zod";

/** Creates a switch for what depends on the release: `byVersion`, the default, or an explicit value. */
export function byVersion<Value extends z.ZodType>(value: Value) {
  return z.union([z.literal("byVersion"), value]).default("byVersion");
}

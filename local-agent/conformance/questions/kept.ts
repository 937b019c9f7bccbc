import type * as z from "zod";
import type { Values } from "./http-question.ts";

/** Returns a reader of values for later questions. An answer in another form gives none. */
export function kept<T>(schema: z.ZodType<T>, values: (answer: T) => Values): (answer: unknown) => Values {
  return (answer) => {
    const parsed = schema.safeParse(answer);
    return parsed.success ? values(parsed.data) : {};
  };
}

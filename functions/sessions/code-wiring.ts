import { signInCodes as codesOf } from "#shared/sessions/sign-in-code/sign-in-codes.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** One-time sign-in codes. */
export const signInCodes = memoized(({ table, clock, ids }: Pick<Platform, "table" | "clock" | "ids">) =>
  codesOf({ table, clock, ids }),
);

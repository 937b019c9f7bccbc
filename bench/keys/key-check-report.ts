import * as z from "zod";

/** Cost of the key checks of a store. */
const Checks = z.object({
  /** CPU time of a check as in the proxies: hash and lookup. */
  lookUpMicroseconds: z.number(),
  /** The same after checking the format of the secret. */
  checkMicroseconds: z.number(),
  p50Microseconds: z.number(),
  p99Microseconds: z.number(),
});

/** Report of the program that measures key checks. */
export const KeyCheckReport = z.object({
  few: Checks,
  many: Checks,
  /** Median of the ratios of all rounds. */
  checkP99Ratio: z.number(),
  /** Any of all keys, of which memory holds only some. */
  anyKey: z.object({ p50Microseconds: z.number(), p99Microseconds: z.number() }),
  /** Memory use of the key cache after each key was looked up once. */
  keyCacheMegabytes: z.number(),
  /** Memory use of the notes of last use, after all keys were used within a minute. */
  usesMegabytes: z.number(),
});
export type KeyCheckReport = z.infer<typeof KeyCheckReport>;

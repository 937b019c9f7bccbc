import * as z from "zod";

/** What the key checks of one store cost. */
const Checks = z.object({
  /** CPU of a check as the proxies make it: hash and look-up. */
  lookUpMicroseconds: z.number(),
  /** The same with the secret's form looked at first. */
  checkMicroseconds: z.number(),
  p50Microseconds: z.number(),
  p99Microseconds: z.number(),
});

/** What the program that measures key checks found. */
export const KeyCheckReport = z.object({
  few: Checks,
  many: Checks,
  /** The median of the ratios of each round. */
  checkP99Ratio: z.number(),
  /** Any of all keys, of which memory holds only some. */
  anyKey: z.object({ p50Microseconds: z.number(), p99Microseconds: z.number() }),
  /** What memory holds of keys when each was looked up once. */
  keyCacheMegabytes: z.number(),
  /** And what the notes about their last use hold, when all were used within a minute. */
  usesMegabytes: z.number(),
});
export type KeyCheckReport = z.infer<typeof KeyCheckReport>;

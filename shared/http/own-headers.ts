/**
 * What every answer of ours carries: no cache keeps it, its address, which may hold a key, is not passed on (K3), no browser guesses its type, and it
 * stands in no frame and loads nothing (S3). Pages have a policy of their own in place of this one.
 */
export const ownHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The same as alternating names and values. */
export const ownHeaderList: readonly string[] = Object.entries(ownHeaders).flat();

/**
 * Headers of each of our responses: no cache stores it, its URL, which can contain a key, isn't sent as a referrer, browsers don't
 * guess its type, and it isn't framed and loads nothing. Pages have their own policy instead.
 */
export const ownHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The same headers as alternating names and values. */
export const ownHeaderList: readonly string[] = Object.entries(ownHeaders).flat();

/**
 * Headers of all responses. They prevent caching, referrers (URLs can contain keys), content sniffing, framing, and loading of
 * resources. Pages have their own policy.
 */
export const ownHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The same headers as alternating names and values. */
export const ownHeaderList: readonly string[] = Object.entries(ownHeaders).flat();

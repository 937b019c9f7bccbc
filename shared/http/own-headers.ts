/**
<<<<<<< ours
 * Headers of each of our responses: no cache stores it, its URL, which can contain a key, isn't sent as a referrer, browsers don't
 * guess its type, and it isn't framed and loads nothing. Pages have their own policy instead.
||||||| base
 * Headers of each of our responses: no cache stores it, its URL, which can contain a key, isn't sent as a referrer (K3), browsers don't
 * guess its type, and it isn't framed and loads nothing. Pages have their own policy instead.
=======
 * Headers of all responses. They prevent caching, referrers (URLs can contain keys, K3), content sniffing, framing, and loading of
 * resources. Pages have their own policy.
>>>>>>> theirs
 */
export const ownHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The same headers as alternating names and values. */
export const ownHeaderList: readonly string[] = Object.entries(ownHeaders).flat();

/**
 * Statuses that CloudFront caches without being asked, for ten seconds unless the distribution sets `ErrorCachingMinTTL`. It never caches
 * 416: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 */
const cachedStatuses: ReadonlySet<number> = new Set([400, 403, 404, 405, 414, 500, 501, 502, 503, 504]);
const usualSeconds = 10;

interface ErrorCacheOptions {
  /** `ErrorCachingMinTTL` by status, from the distribution's `CustomErrorResponses`. */
  readonly minSeconds: Readonly<Record<number, number>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Cache of errors by address. The next caller of the address gets the error of another caller, whatever its credential.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
export function errorCache<Answer extends { readonly status: number }>({ minSeconds, now }: ErrorCacheOptions) {
  const kept = new Map<string, { readonly answer: Answer; readonly until: number }>();
  return {
    get(address: string): Answer | undefined {
      const found = kept.get(address);
      return found !== undefined && now() < found.until ? found.answer : undefined;
    },
    put(address: string, answer: Answer): void {
      if (!cachedStatuses.has(answer.status)) return;
      kept.set(address, { answer, until: now() + (minSeconds[answer.status] ?? usualSeconds) * 1_000 });
    },
  };
}

/**
 * How every AWS client of ours is set: three attempts with growing pauses, and no call that hangs. `answerMs` bounds the
 * time until an answer begins.
 */
export function clientSettings({ answerMs = 3_000 }: { readonly answerMs?: number } = {}) {
  return {
    retryMode: "standard",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: answerMs, throwOnRequestTimeout: true },
  } as const;
}

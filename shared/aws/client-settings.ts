/**
 * Returns the settings of all our AWS clients: three attempts with growing pauses, and a timeout. `answerMs` limits the time until a
 * response begins.
 */
export function clientSettings({ answerMs = 3_000 }: { readonly answerMs?: number } = {}) {
  return {
    retryMode: "standard",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: answerMs, throwOnRequestTimeout: true },
  } as const;
}

import { ConditionFailed } from "../table.ts";

/** Reached only if the condition can never be met, because one of several concurrent writers of an item always succeeds. */
const defaultMaxAttempts = 1000;

/**
 * Runs an optimistic write until no concurrent writer interferes. `attempt` reads, decides, and writes with a condition on what it read;
 * if it throws ConditionFailed, it runs again immediately. Any other error is thrown as is. `attempt` can run several times, so it has no
 * other effects before its write.
 * @param maxAttempts Default: 1000.
 * @throws ConditionFailed of the last attempt
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T>,
  maxAttempts: number = defaultMaxAttempts,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed) || attempts >= maxAttempts) throw thrown;
    }
  }
}

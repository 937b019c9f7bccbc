/** Processes items in order, with at most `count` at a time. After a failure, no further items are started. */
export async function mapConcurrently<T, R>(
  count: number,
  items: readonly T[],
  use: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  let hasFailed = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const index = next;
      next += 1;
      try {
        results[index] = await use(items[index] as T, index);
      } catch (thrown) {
        hasFailed = true;
        throw thrown;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(count, items.length) }, work));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return results;
}

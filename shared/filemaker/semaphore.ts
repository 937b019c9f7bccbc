/** Limits the number of simultaneous tasks; the others wait, first come, first served. */
export function semaphore(maxAtOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  return async (task) => {
    if (underWay >= maxAtOnce) await new Promise<void>((proceed) => waiting.push(proceed));
    else underWay += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
}

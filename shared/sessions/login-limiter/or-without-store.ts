import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";

/** What the store answers, or something else while it answers nothing. */
export async function orWithoutStore<T, U>(without: U, answer: Promise<T>): Promise<T | U> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof StoreUnavailable || thrown instanceof StoreFull) return without;
    throw thrown;
  }
}

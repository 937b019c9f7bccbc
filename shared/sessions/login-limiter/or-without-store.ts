import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";

/** Returns the response of the store, or a replacement while it is unavailable. */
export async function orWithoutStore<T, U>(without: U, answer: Promise<T>): Promise<T | U> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof StoreUnavailable || thrown instanceof StoreFull) return without;
    throw thrown;
  }
}

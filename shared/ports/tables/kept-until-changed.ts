interface KeptReading<T> {
  /** Returns a different text after every change of the data. One short read that sees every earlier write. */
  changes(): Promise<string>;
  read(): Promise<T>;
}

/** Caches data that is slow to read, and reads it again only when the store says that it has changed. */
export function keptUntilChanged<T>({ changes, read }: KeptReading<T>): () => Promise<T> {
  let known: { readonly changes: string; readonly read: Promise<T> } | undefined;

  return async () => {
    // Read before the data: changes in between are noticed the next time.
    const now = await changes();
    if (known?.changes !== now) known = { changes: now, read: read() };
    const { read: reading } = known;
    try {
      return await reading;
    } catch (thrown) {
      if (known?.read === reading) known = undefined;
      throw thrown;
    }
  };
}

interface KeptReading<T> {
  /** Another text once what is read has changed. One short read that sees every write before it. */
  changes(): Promise<string>;
  read(): Promise<T>;
}

/** Reads what takes long to read once, and again only when the store says that it has changed since. */
export function keptUntilChanged<T>({ changes, read }: KeptReading<T>): () => Promise<T> {
  let known: { readonly changes: string; readonly read: Promise<T> } | undefined;

  return async () => {
    // Asked before the reading: what changes meanwhile is seen the next time.
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

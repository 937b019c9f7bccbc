/** Waits, or rejects with the signal's reason. */
export type Delay = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const delay: Delay = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", onAbort, { once: true });
  });

/** Returns a generator of cheap IDs: one random part per process, then a counter. */
export function requestIds(process: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

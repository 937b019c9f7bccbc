/** Ids that cost a call nothing: one random part per process, then a count. */
export function requestIds(process: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

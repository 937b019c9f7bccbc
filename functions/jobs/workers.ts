/** Background work: jobs of the queue, checks for problems, and counts of calls. */
export const workers = {
  counts: () => import("./counts.ts"),
  queue: () => import("./queue.ts"),
  watches: () => import("./watches.ts"),
};

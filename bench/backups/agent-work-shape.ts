import * as z from "zod";

/** Cost of a turn of the agent's code. */
export const AgentWork = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  peakMegabytes: z.number(),
  /** Sent bytes of files or packs. */
  sentBytes: z.number(),
  /** Number of calls to the store. */
  calls: z.int(),
});
export type AgentWork = z.infer<typeof AgentWork>;

/** Cost of the agent's code for a set with many snapshots. */
export const ManySnapshots = z.object({
  /** Time to list all of them, with their times. */
  listSeconds: z.number(),
  /** Time to open one of them. */
  openSeconds: z.number(),
  pruneSeconds: z.number(),
  pruneCpuSeconds: z.number(),
  peakMegabytes: z.number(),
});
export type ManySnapshots = z.infer<typeof ManySnapshots>;

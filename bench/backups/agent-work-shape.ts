import * as z from "zod";

/** What a turn of the agent's own code has cost. */
export const AgentWork = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  peakMegabytes: z.number(),
  /** What was sent of files: their bytes, or those of packs. */
  sentBytes: z.number(),
  /** Calls to the store. */
  calls: z.int(),
});
export type AgentWork = z.infer<typeof AgentWork>;

/** What the agent's code takes for a set of many snapshots. */
export const ManySnapshots = z.object({
  /** The names of all of them, with their moments. */
  listSeconds: z.number(),
  /** One of them. */
  openSeconds: z.number(),
  pruneSeconds: z.number(),
  pruneCpuSeconds: z.number(),
  peakMegabytes: z.number(),
});
export type ManySnapshots = z.infer<typeof ManySnapshots>;

import { cpus, loadavg, totalmem } from "node:os";
import * as z from "zod";

/** What has to be known of a machine to judge figures from it. */
export const MachineFacts = z.object({
  cpu: z.string(),
  cores: z.int(),
  memoryGigabytes: z.number(),
  node: z.string(),
  /** The system's one-minute load average when the run began: 0 on a machine that has nothing else to do. */
  loadBefore: z.number(),
});
export type MachineFacts = z.infer<typeof MachineFacts>;

/** Looks at this machine now. */
export function machineFacts(): MachineFacts {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? Number.NaN) * 100) / 100,
  };
}

/** The facts in one line. */
export function machineLine({ cpu, cores, memoryGigabytes, node, loadBefore }: MachineFacts): string {
  return `${cores} cores (${cpu}), ${memoryGigabytes} GB, Node ${node}, load average before: ${loadBefore}`;
}

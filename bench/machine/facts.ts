import { cpus, loadavg, totalmem } from "node:os";
import * as z from "zod";

/** Facts about a machine that are needed to judge its figures. */
export const MachineFacts = z.object({
  cpu: z.string(),
  cores: z.int(),
  memoryGigabytes: z.number(),
  node: z.string(),
  /** One-minute load average at the start of the run: 0 on an idle machine. */
  loadBefore: z.number(),
});
export type MachineFacts = z.infer<typeof MachineFacts>;

/** Returns the facts about this machine. */
export function machineFacts(): MachineFacts {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? Number.NaN) * 100) / 100,
  };
}

/** Returns the facts in one line. */
export function machineLine({ cpu, cores, memoryGigabytes, node, loadBefore }: MachineFacts): string {
  return `${cores} cores (${cpu}), ${memoryGigabytes} GB, Node ${node}, load average before: ${loadBefore}`;
}

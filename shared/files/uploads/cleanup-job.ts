import type { JobKind, JobPlan } from "#shared/jobs/api.ts";

export const cleanupPlan: JobPlan = {
  kind: "uploads.tidy",
  title: "Delete parts of expired uploads",
  phases: ["Deleting"],
  canAbort: false,
};

/** Deletes orphaned parts of uploads as a process. */
export function cleanupJob(deleteOrphanedParts: () => Promise<number>): JobKind {
  return {
    plan: cleanupPlan,
    isRepeatable: true,
    async run({ progress, log }) {
      await progress({ phase: "Deleting", unit: "parts" });
      const deleted = await deleteOrphanedParts();
      await progress({ done: deleted, total: deleted });
      await log("info", `Deleted parts: ${deleted}`);
      return { end: "done" };
    },
  };
}

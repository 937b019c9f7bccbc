import type { JobKind, JobPlan } from "../jobs/kind.ts";

export const tidyPlan: JobPlan = {
  kind: "uploads.tidy",
  title: "Delete the bytes of uploads that are gone",
  phases: ["Deleting"],
  canAbort: false,
};

/** Tidies up after uploads as a process. */
export function tidyJob(deleteLeftovers: () => Promise<number>): JobKind {
  return {
    plan: tidyPlan,
    isRepeatable: true,
    async run({ progress, log }) {
      await progress({ phase: "Deleting", unit: "parts" });
      const deleted = await deleteLeftovers();
      await progress({ done: deleted, total: deleted });
      await log("info", `Parts deleted: ${deleted}`);
      return { end: "done" };
    },
  };
}

import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { JobPlan } from "#shared/jobs/job-kind.ts";

export const restorePlan: JobPlan = {
  kind: "backups.restore",
  title: "Restore",
  phases: tasks["backups.restore"].phases,
  canAbort: true,
};

import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { JobPlan } from "#shared/jobs/api.ts";

export const downloadPlan: JobPlan = {
  kind: "files.download",
  title: "Prepare download of",
  phases: tasks["files.download"].phases,
  canAbort: true,
};

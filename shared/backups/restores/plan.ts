import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { JobPlan } from "#shared/jobs/api.ts";

export const restorePlan: JobPlan = {
  kind: "backups.restore",
  title: "Restore",
  phases: tasks["backups.restore"].phases,
  canAbort: true,
};

export const containerPlan: JobPlan = {
  kind: "backups.restore-containers",
  title: "Restore external container folder",
  phases: tasks["backups.restore-containers"].phases,
  canAbort: true,
};

export const undoContainersPlan: JobPlan = {
  kind: "backups.undo-containers",
  title: "Undo restore of an external container folder",
  phases: tasks["backups.undo-containers"].phases,
  canAbort: false,
};

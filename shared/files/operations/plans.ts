import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { JobPlan } from "#shared/jobs/api.ts";

const plan = (kind: string, title: string, work: keyof typeof tasks = "files.transform"): JobPlan => ({
  kind: `files.${kind}`,
  title,
  phases: tasks[work].phases,
  canAbort: true,
});

/** Process plans of the operations on files. */
export const operationPlans = {
  encrypt: plan("encrypt", "Encrypt"),
  decrypt: plan("decrypt", "Decrypt"),
  compress: plan("compress", "Compress"),
  "self-contained": plan("self-contained", "Make a self-contained copy of"),
  recover: plan("recover", "Recover"),
  "no-admin": plan("remove-admin-access", "Remove admin access from"),
  kiosk: plan("kiosk", "Enable kiosk mode for"),
  "new-uuid": plan("reset-uuid", "Reset the UUID of"),
  check: plan("check", "Check the consistency of", "files.check"),
  rename: plan("rename", "Rename", "files.rename"),
  "rename-copies": plan("rename-copies", "Copy under new names", "files.rename-copies"),
} as const satisfies Readonly<Record<string, JobPlan>>;

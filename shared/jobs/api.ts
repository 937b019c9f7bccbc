/** Long-running work: accepting it, running its steps and aborting it. */

export type { AbortProcess } from "./abort-process.ts";
export type { JobKind, JobPlan, StepContext, StepEnd } from "./job-kind.ts";
export type { Jobs, ScheduledJob, ScheduledJobs } from "./jobs.ts";
export type { Reports } from "./reports.ts";
export type { Turns } from "./turn.ts";

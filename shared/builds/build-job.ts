import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { JobKind, JobPlan, StepContext } from "#shared/jobs/job-kind.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { makeBuildKind, type ProcessesAhead, turnSeconds, waitingSentence } from "./turn.ts";

export const buildPlan: JobPlan = {
  kind: makeBuildKind,
  title: "Make the build",
  phases: tasks["builds.make"].phases,
  canAbort: true,
  isFollowedUp: true,
};

interface BuildJobDependencies {
  /** Offers the work to the agent. */
  readonly making: JobKind;
  /** Whether the agent has taken it. */
  readonly isTaken: (step: StepContext) => boolean;
  readonly ahead: ProcessesAhead;
  /** Keeps how a build has ended, and makes space for the next ones. */
  readonly settle: (process: ProcessRecord) => Promise<void>;
}

/** Making a build, when it is its turn. */
export function buildJob({ making, isTaken, ahead, settle }: BuildJobDependencies): JobKind {
  return {
    plan: buildPlan,
    isRepeatable: true,
    async run(step) {
      const waitingFor = isTaken(step) ? undefined : waitingSentence(await ahead(step.processId));
      return waitingFor === undefined ? making.run(step) : { waitingFor, againSeconds: turnSeconds };
    },
    followUp: settle,
  };
}

import { tasks } from "#shared/agent/protocol/tasks/task.ts";
import type { JobKind, JobPlan, StepContext, Turns } from "#shared/jobs/api.ts";
import type { ProcessRecord } from "#shared/processes/api.ts";

export const buildPlan: JobPlan = {
  kind: "builds.make",
  title: "Build files",
  phases: tasks["builds.make"].phases,
  canAbort: true,
  isFollowedUp: true,
};

interface BuildJobDependencies {
  /** Offers the work to the agent. */
  readonly making: JobKind;
  /** True if the agent has accepted the work. */
  readonly isTaken: (step: StepContext) => boolean;
  readonly turns: Turns;
  /** Publishes that a build has begun. Repeatable. */
  readonly started: (processId: number) => Promise<void>;
  /** Stores the result of a build, and deletes surplus builds. */
  readonly settle: (process: ProcessRecord) => Promise<void>;
}

/** Makes a build when it is its turn. */
export function buildJob({ making, isTaken, turns, started, settle }: BuildJobDependencies): JobKind {
  return {
    plan: buildPlan,
    isRepeatable: true,
    ...(making.sealed && { sealed: making.sealed }),
    async run(step) {
      if (isTaken(step)) return making.run(step);
      const pause = await turns.turn(step.processId);
      if (pause !== undefined) return pause;
      await started(step.processId);
      return making.run(step);
    },
    async followUp(process) {
      await settle(process);
      await turns.wakeNext();
    },
  };
}

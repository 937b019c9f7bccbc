import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ScheduleCommands, ScheduleRow } from "#shared/filemaker/commands/schedule-commands.ts";
import type { JobKind, JobPlan, StepContext, StepEnd } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { openSecrets, sealedIn } from "./sealed-secrets.ts";

export const scheduleRunPlan: JobPlan = {
  kind: "server.schedule",
  title: "Run a schedule of FileMaker Server",
  phases: ["waiting", "running"],
  canAbort: false,
};

/** Input of a run, as stored with its process. */
export const ScheduleRunInput = z.object({
  serverScheduleId: z.string(),
  name: z.string(),
  work: z.string(),
  sealed: z.string(),
});
export type ScheduleRunInput = z.infer<typeof ScheduleRunInput>;

/** Time of the schedule's last run before this run. This run has ended once that time changes. */
const Before = z.object({ lastRun: z.string() });
type Before = z.infer<typeof Before>;

interface ScheduleRunDependencies {
  readonly schedules: Pick<ScheduleCommands, "read" | "run">;
  readonly vault: Vault;
  readonly clock: Clock;
}

const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** Maximum duration of a step. A backup can take hours, and no worker should have to run for that long; the next step continues. */
const longestStepMs = 5 * 60_000;

/**
 * Runs one of FileMaker Server's own schedules from beginning to end. If it is already running, waits for that run first, because it may
 * have begun before the data that this run is for. The state of the schedule determines the next action, so a step can be repeated at any
 * point.
 */
export function scheduleRun(dependencies: ScheduleRunDependencies): JobKind {
  return {
    plan: scheduleRunPlan,
    isRepeatable: true,
    sealed: (_, input) => sealedIn(ScheduleRunInput.parse(input)),
    async run(step) {
      const before = Before.safeParse(step.checkpoint);
      const run = await oneRun(dependencies, step);
      return before.success ? run.perform(before.data) : run.wait();
    },
  };
}

async function oneRun({ schedules, vault, clock }: ScheduleRunDependencies, step: StepContext) {
  const input = ScheduleRunInput.parse(step.input);
  const { serverScheduleId: id, name } = input;
  const { credential } = await openSecrets(vault, input);

  /** Returns the schedule once the condition holds, or its state when the step has taken long enough. */
  const rowWhen = async (isSo: (row: ScheduleRow) => boolean): Promise<ScheduleRow> => {
    const leaveAt = clock.now() + longestStepMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const row = await schedules.read(credential, id);
      if (row === undefined) throw new ServiceError("server_schedule_not_found");
      if (isSo(row) || clock.now() > leaveAt) return row;
      await clock.sleep(pauseMs, step.signal);
    }
  };

  return {
    async wait(): Promise<StepEnd> {
      await step.progress({ phase: "waiting" });
      const { isRunning, lastRun } = await rowWhen((row) => !row.isRunning);
      return { next: isRunning ? {} : ({ lastRun } satisfies Before) };
    },

    async perform(before: Before): Promise<StepEnd> {
      await step.progress({ phase: "running" });
      const hasEnded = (row: ScheduleRow) => !row.isRunning && row.lastRun !== before.lastRun;
      const { isRunning, lastRun } = await rowWhen(() => true);
      if (!isRunning && lastRun === before.lastRun) {
        // If it has started on its own since then, that run is used.
        if ((await schedules.run(credential, id)) === "missing") throw new ServiceError("server_schedule_not_found");
        await step.log("info", `FileMaker Server is running ${name}`);
      }
      const row = await rowWhen(hasEnded);
      if (!hasEnded(row)) return { next: before };
      if (row.lastError <= 0) return { end: "done" };
      return { end: "doneWithErrors", reason: `${name} failed with FileMaker error ${row.lastError}` };
    },
  };
}

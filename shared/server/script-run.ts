import * as z from "zod";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ScheduleCommands, ScheduleRow } from "#shared/filemaker/commands/schedule-commands.ts";
import type { JobKind, JobPlan, StepContext, StepEnd } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessRecord } from "#shared/processes/api.ts";
import { openSecrets, sealedIn } from "./sealed-secrets.ts";

export const scriptPlan: JobPlan = {
  kind: "server.script",
  title: "Run a script through a schedule",
  phases: ["running", "cleaning up"],
  canAbort: true,
};

/** Input of a run, as stored with its process. */
export const ScriptRunInput = z.object({
  filename: z.string(),
  script: z.string(),
  timeoutMinutes: z.int(),
  work: z.string(),
  sealed: z.string(),
});
export type ScriptRunInput = z.infer<typeof ScriptRunInput>;

/** Result of a run, as stored with its process. */
export const ScriptOutcome = z.object({ lastError: z.int() });

interface ScriptRunDependencies {
  readonly schedules: ScheduleCommands;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Returns the process with this id, active or final. */
  readonly process: (id: number) => Promise<ProcessRecord | undefined>;
}

const firstPauseMs = 50;
const longestPauseMs = 1_000;
/** Wait time in case an earlier step has just started the schedule. */
const quietPeriodMs = 1_000;
/** Maximum time for the server to respond or to start the script. */
const responseTimeoutMs = 5 * 60_000;
const isOurs = /^Latchkey run (\d{1,15}) ([0-9a-f]{8})$/;

/**
 * Runs a script with one of FileMaker Server's own schedules. The state of the schedule determines the next action, so a step can be
 * repeated at any point: the script doesn't run twice, and its schedule is deleted.
 */
export function scriptRun(dependencies: ScriptRunDependencies): JobKind {
  return {
    plan: scriptPlan,
    isRepeatable: true,
    sealed: (_, input) => sealedIn(ScriptRunInput.parse(input)),
    async run(step) {
      const input = ScriptRunInput.parse(step.input);
      const { credential, script } = await openSecrets(dependencies.vault, input);
      const run = oneRun(dependencies, step, { input, credential, secrets: script ?? noAccount });
      const outcome = ScriptOutcome.safeParse(step.checkpoint);
      return outcome.success ? run.cleanUp(outcome.data.lastError) : run.perform();
    },
  };
}

const noAccount = { user: "", pass: "", parameter: "" };

interface RunContext {
  readonly input: ScriptRunInput;
  readonly credential: AdminCredential;
  readonly secrets: typeof noAccount;
}

function oneRun({ schedules, clock, process }: ScriptRunDependencies, step: StepContext, context: RunContext) {
  const { input, credential, secrets } = context;
  const { processId, signal } = step;
  const name = `Latchkey run ${processId} ${input.work.slice(0, 8)}`;
  const find = async (): Promise<ScheduleRow | undefined> =>
    (await schedules.list(credential)).find((row) => row.name === name);

  const remove = async (): Promise<void> => {
    const row = await find();
    if (row !== undefined) await schedules.remove(credential, row.id);
  };

  /** Deletes schedules of runs that were aborted between two steps. */
  const removeOrphanedSchedules = async (rows: readonly ScheduleRow[]): Promise<void> => {
    for (const row of rows) {
      const [, id, work] = isOurs.exec(row.name) ?? [];
      const owner = id === undefined ? undefined : await process(Number(id));
      if (owner === undefined || owner.endedAt === null || work === undefined) continue;
      if (ScriptRunInput.safeParse(JSON.parse(owner.input)).data?.work.startsWith(work) === true)
        await schedules.remove(credential, row.id);
    }
  };

  const create = (): Promise<void> =>
    schedules.createScript(credential, { name, ...input, ...secrets, filename: input.filename });

  const perform = async (): Promise<StepEnd> => {
    await step.progress({ phase: "running" });
    const rows = await schedules.list(credential);
    await removeOrphanedSchedules(rows);
    let askAfter = clock.now() + (rows.some((row) => row.name === name) ? quietPeriodMs : 0);
    let wasSeen = false;
    let answeredAt = clock.now();
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        const row = await find();
        if (row === undefined && wasSeen) throw new ServiceError("schedule_lost");
        if (row === undefined) await create();
        else if (row.hasRun && !row.isRunning) return { next: { lastError: within(row.lastError) } };
        else if (!row.isRunning && clock.now() >= askAfter) {
          askAfter = clock.now() + responseTimeoutMs;
          await schedules.run(credential, row.id);
          await step.log("info", `FileMaker Server is running ${input.script} in ${input.filename}`);
        }
        wasSeen = row !== undefined;
        answeredAt = clock.now();
      } catch (thrown) {
        // If the server didn't respond, the next read shows what it did.
        if (!(thrown instanceof ServiceError) || thrown.status < 500) throw thrown;
        if (clock.now() - answeredAt > responseTimeoutMs) throw thrown;
      }
      await clock.sleep(pauseMs, signal);
    }
  };

  return {
    async perform(): Promise<StepEnd> {
      try {
        return await perform();
      } catch (thrown) {
        // The next owner of the step needs the schedule.
        if (signal.aborted && signal.reason !== "abort") throw thrown;
        await remove().catch(() => step.log("error", `Couldn't delete the schedule ${name}`));
        throw thrown;
      }
    },

    async cleanUp(lastError: number): Promise<StepEnd> {
      await step.progress({ phase: "cleaning up" });
      await remove();
      if (lastError === 0) return { end: "done" };
      return { end: "doneWithErrors", reason: `The script failed with FileMaker error ${lastError}` };
    },
  };
}

function within(lastError: number): number {
  return lastError >= -1 && lastError <= 20_000 ? lastError : -1;
}

import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { JobKind, JobPlan, StepContext, StepEnd } from "#shared/jobs/api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AgentClient } from "../agent-client.ts";
import { isTask, type TaskFieldsFor, type TaskName, tasks } from "../protocol/tasks/task.ts";

interface TaskJobDependencies {
  readonly agentClient: () => Pick<AgentClient, "agentId" | "request">;
  readonly vault: () => Pick<Vault, "open">;
}

/**
 * Time for the agent to record a task. A stop of the service may not wait that long; the next process that takes the lease offers the
 * same task again, and the agent accepts it once.
 */
const deadlineMs = 8_000;
/** Delays before work is offered again, if the agent doesn't answer, is busy, or isn't linked. Seconds. */
const silentSeconds = 15;
const busySeconds = 5;
const awaySeconds = 60;

/** End of a step that continues as soon as an agent is linked. */
export const waitsForAgent = {
  waitingFor: "the agent on the database host",
  againSeconds: awaySeconds,
  isForAgent: true,
} as const satisfies StepEnd;

const TaskInput = z.object({ work: z.string(), sealedFields: z.string() });
const AgentCheckpoint = z.object({ agent: z.string() });

/** Name that roles use for the sealed fields of tasks. */
export const taskSecrets = "task";
/** Returns the context that the fields of a task are sealed to. */
const fieldsContext = (processId: number) => ({
  kind: taskSecrets,
  item: `processes|${processId}`,
  field: "sealedFields",
});

/** Returns the input of a process that runs a task. Fields may hold passwords, so they are sealed to the process. */
export function taskInput<Name extends TaskName>(vault: Pick<Vault, "seal">, work: Name, fields: TaskFieldsFor<Name>) {
  const checked = tasks[work].request.parse(fields);
  return async (processId: number): Promise<z.input<typeof TaskInput>> => ({
    work,
    sealedFields: await vault.seal(JSON.stringify(checked), fieldsContext(processId)),
  });
}

/** Offers a task to the agent. `fields` is called only if the agent can accept it. */
export type TaskOffer = <Name extends TaskName>(
  step: StepContext,
  work: Name,
  fields: () => Promise<TaskFieldsFor<Name>>,
) => Promise<StepEnd>;

/**
 * Runs the one step of a task, as often as it takes. The agent accepts a process once, and continues what it has under the fence of the
 * newest offer. An agent that accepted it and doesn't know it has lost it.
 */
export function taskOffer(agentClient: TaskJobDependencies["agentClient"]): TaskOffer {
  const offer = async (step: StepContext, work: string, fields: Readonly<Record<string, unknown>>) => {
    const taker = assignedAgent(step);
    const agent = await agentClient().agentId();
    if (taker !== undefined && agent !== taker)
      return { end: "crashed", reason: "The agent that ran it was replaced" } as const;
    const isAbortRequested = step.signal.aborted && step.signal.reason === "abort";
    const owner = { process: step.processId, fence: step.fence };
    const offered = { ...owner, work, fields, isAgain: taker !== undefined, isAbortRequested };
    const { state } = await agentClient().request("work.start", offered, { deadlineMs });
    if (state === "unknown")
      return { end: "crashed", reason: "The agent lost track of the task. Check the files" } as const;
    if (state === "busy") return { waitingFor: "another task on the database host", againSeconds: busySeconds };
    return { handedOver: true, checkpoint: { agent } } as const;
  };

  return async (step, work, fieldsOf) => {
    const fields = tasks[work].request.parse(await fieldsOf());
    try {
      return await offer(step, work, fields);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (thrown.error === "agent_too_old")
        return { ...waitsForAgent, waitingFor: "an agent update on the database host" };
      if (thrown.error === "agent_unavailable") return waitsForAgent;
      // It may even have accepted the task.
      if (thrown.error === "agent_timeout") return { ...waitsForAgent, againSeconds: silentSeconds };
      throw thrown;
    }
  };
}

/** Returns the id of the agent that accepted a process. Undefined if none has. */
export function assignedAgent({ checkpoint }: Pick<StepContext, "checkpoint">): string | undefined {
  return AgentCheckpoint.safeParse(checkpoint).data?.agent;
}

/** Returns a job kind for a task whose fields are all known when it is accepted. */
export function taskJob(plan: JobPlan, { agentClient, vault }: TaskJobDependencies): JobKind {
  const offer = taskOffer(agentClient);
  return {
    plan,
    isRepeatable: true,
    sealed: (processId) => ({ sealedFields: fieldsContext(processId) }),
    async run(step) {
      const { work, sealedFields } = TaskInput.parse(step.input);
      if (!isTask(work)) throw new Error(`Unknown task ${work}`);
      return offer(step, work, async () => JSON.parse(await vault().open(sealedFields, fieldsContext(step.processId))));
    },
  };
}

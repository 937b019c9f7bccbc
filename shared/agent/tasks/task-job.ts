import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { JobKind, JobPlan, StepContext, StepEnd } from "#shared/jobs/job-kind.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AgentClient } from "../agent-client.ts";
import { isTask, type TaskFieldsFor, type TaskName, tasks } from "../protocol/tasks/task.ts";

interface TaskJobDependencies {
  readonly agentClient: () => Pick<AgentClient, "agentId" | "request">;
  readonly vault: () => Pick<Vault, "open">;
}

/**
 * How long the agent has to write down what it is handed. A stop of the service may not wait for so long: the next that takes the lease
 * offers the same again, and the agent takes it once.
 */
const deadlineMs = 8_000;
/** How soon work is offered again: to an agent that is away, and to one that has its hands full. Seconds. */
const awaySeconds = 15;
const busySeconds = 5;
const outdatedSeconds = 60;

const TaskInput = z.object({ work: z.string(), sealedFields: z.string() });
const AgentCheckpoint = z.object({ agent: z.string() });

/** What roles call the fields of tasks. */
export const taskSecrets = "task";
/** What the sealed fields of a task are bound to. */
const fieldsContext = (processId: number) => ({
  kind: taskSecrets,
  item: `processes|${processId}`,
  field: "sealedFields",
});

/** The input of a process whose work the agent does. Fields may hold passwords, so they are sealed to the process. */
export function taskInput<Name extends TaskName>(vault: Pick<Vault, "seal">, work: Name, fields: TaskFieldsFor<Name>) {
  const checked = tasks[work].request.parse(fields);
  return async (processId: number): Promise<z.input<typeof TaskInput>> => ({
    work,
    sealedFields: await vault.seal(JSON.stringify(checked), fieldsContext(processId)),
  });
}

/** Offers work to the agent. `fields` are asked for only where it is there to take them. */
export type TaskOffer = <Name extends TaskName>(
  step: StepContext,
  work: Name,
  fields: () => Promise<TaskFieldsFor<Name>>,
) => Promise<StepEnd>;

/**
 * The one step of work that the agent does: it is offered as often as it takes. The agent takes a process once, and goes
 * on with what it has under the fence of the newest offer. An agent that has taken it and knows nothing of it has lost it.
 */
export function taskOffer(agentClient: TaskJobDependencies["agentClient"]): TaskOffer {
  const offer = async (step: StepContext, work: string, fields: Readonly<Record<string, unknown>>) => {
    const taker = takerOf(step);
    const agent = await agentClient().agentId();
    if (taker !== undefined && agent !== taker)
      return { end: "crashed", reason: "The agent that had it was replaced" } as const;
    const isAbortRequested = step.signal.aborted && step.signal.reason === "abort";
    const owner = { process: step.processId, fence: step.fence };
    const offered = { ...owner, work, fields, isAgain: taker !== undefined, isAbortRequested };
    const { state } = await agentClient().request("work.start", offered, { deadlineMs });
    if (state === "unknown") return { end: "crashed", reason: "The agent has lost it: look at the files" } as const;
    if (state === "busy") return { waitingFor: "other work on the database host", againSeconds: busySeconds };
    return { handedOver: true, checkpoint: { agent } } as const;
  };

  return async (step, work, fieldsOf) => {
    const fields = tasks[work].request.parse(await fieldsOf());
    try {
      return await offer(step, work, fields);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (thrown.error === "agent_too_old")
        return { waitingFor: "an update of the agent on the database host", againSeconds: outdatedSeconds };
      if (!isAway(thrown)) throw thrown;
      return { waitingFor: "the agent on the database host", againSeconds: awaySeconds };
    }
  };
}

/** The agent that has taken a process. Undefined as long as none has. */
export function takerOf({ checkpoint }: Pick<StepContext, "checkpoint">): string | undefined {
  return AgentCheckpoint.safeParse(checkpoint).data?.agent;
}

/** A kind of work that the agent does, all of whose fields are known when it is accepted. */
export function taskJob(plan: JobPlan, { agentClient, vault }: TaskJobDependencies): JobKind {
  const offer = taskOffer(agentClient);
  return {
    plan,
    isRepeatable: true,
    sealed: (processId) => ({ sealedFields: fieldsContext(processId) }),
    async run(step) {
      const { work, sealedFields } = TaskInput.parse(step.input);
      if (!isTask(work)) throw new Error(`There is no task ${work}`);
      return offer(step, work, async () => JSON.parse(await vault().open(sealedFields, fieldsContext(step.processId))));
    },
  };
}

/** Whether the agent may be there later, or may even have taken it. */
function isAway({ error }: ServiceError): boolean {
  return error === "agent_unavailable" || error === "agent_timeout";
}

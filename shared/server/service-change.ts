import * as z from "zod";
import type { AgentClient } from "#shared/agent/api.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceCommands } from "#shared/filemaker/commands/service-commands.ts";
import type { JobKind, JobPlan, StepContext, StepEnd } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { ServerService } from "./contract.ts";
import { isSwitched, serviceNames, verdictOf } from "./rules.ts";
import { openSecrets, sealedIn } from "./sealed-secrets.ts";
import type { ServiceStatus } from "./service-status.ts";

export const serviceChangePlan: JobPlan = {
  kind: "server.process",
  title: "Start or stop a component of FileMaker Server",
  phases: ["stopping", "starting", "looking"],
  canAbort: false,
};

export const PartWork = z.object({
  command: z.enum(["start", "stop", "restart"]),
  service: ServerService,
  work: z.string(),
  sealed: z.string(),
});
type ServiceChangeInput = z.infer<typeof PartWork>;

interface ServiceChangeDependencies {
  readonly services: ServiceCommands;
  readonly agentClient: () => Pick<AgentClient, "request">;
  readonly serviceStatus: ServiceStatus;
  readonly vault: Vault;
  readonly clock: Clock;
}

const pollEveryMs = 250;
/** Timeout for a part to start or stop. */
const changeTimeoutMs = 90_000;
/** Timeout. The agent stops fmsadmin before this. */
const fmsadminMs = 60_000;

const Stopped = z.object({ stopped: z.literal(true) });

/** Starts, stops or restarts a part. A restart has two steps, so that it is completed if this service crashes between them. */
export function serviceChange(dependencies: ServiceChangeDependencies): JobKind {
  return {
    plan: serviceChangePlan,
    isRepeatable: true,
    sealed: (_, input) => sealedIn(PartWork.parse(input)),
    async run(step) {
      const input = PartWork.parse(step.input);
      const { credential } = await openSecrets(dependencies.vault, input);
      const change = oneChange(dependencies, step, input, credential);
      if (!isSwitched(input.service)) return change.byFmsadmin();
      if (input.command === "restart" && !Stopped.safeParse(step.checkpoint).success) return change.stopFirst();
      return change.turn(input.command !== "stop");
    },
  };
}

function oneChange(
  { services, agentClient, serviceStatus, clock }: ServiceChangeDependencies,
  { progress, log, signal }: StepContext,
  { command, service }: ServiceChangeInput,
  credential: AdminCredential,
) {
  const serviceName = serviceNames[service];

  /** Starts or stops a part and waits until it has the desired state. */
  const reached = async (isOn: boolean): Promise<"reached" | "absent" | "late"> => {
    if (!isSwitched(service)) return "absent";
    const wanted = isOn ? "running" : "stopped";
    await progress({ phase: isOn ? "starting" : "stopping" });
    const giveUpAt = clock.now() + changeTimeoutMs;
    for (let asked = false; ; await clock.sleep(pollEveryMs, signal)) {
      const state = await serviceStatus(credential, service);
      if (state === wanted || state === "absent") return state === "absent" ? "absent" : "reached";
      if (clock.now() > giveUpAt) return "late";
      if (asked || state === "unknown") continue;
      if (!(await services.setRunning(credential, service, isOn))) return "absent";
      asked = true;
    }
  };

  const end = async (outcome: "reached" | "absent" | "late", isOn: boolean): Promise<StepEnd> => {
    if (outcome === "reached") {
      await log("info", `${serviceName} ${isOn ? "is running" : "is stopped"}`);
      return { end: "done" };
    }
    if (outcome === "absent") throw new ServiceError("service_not_here", { text: serviceName });
    const reason = `${serviceName} did not ${isOn ? "start" : "stop"} within ${changeTimeoutMs / 1000} seconds`;
    return { end: "doneWithErrors", reason };
  };

  return {
    async stopFirst(): Promise<StepEnd> {
      const outcome = await reached(false);
      return outcome === "reached" ? { next: { stopped: true } } : end(outcome, false);
    },

    turn: async (isOn: boolean): Promise<StepEnd> => end(await reached(isOn), isOn),

    async byFmsadmin(): Promise<StepEnd> {
      if ("token" in credential || isSwitched(service)) throw new ServiceError("account_needed");
      const isOn = command !== "stop";
      await progress({ phase: isOn ? "starting" : "stopping" });
      const run = { task: "process", action: command, service } as const;
      const ended = await agentClient().request("fmsadmin.run", { run, ...credential }, { deadlineMs: fmsadminMs });
      const verdict = verdictOf(ended);
      if (verdict === "absent") throw new ServiceError("service_not_here", { text: serviceName });
      if (verdict === "denied") throw new ServiceError("stored_credentials_refused");
      if (verdict === "failed") {
        const output = ended.timedOut ? "timed out" : ended.output.trim().slice(-500);
        return { end: "doneWithErrors", reason: `fmsadmin couldn't ${command} ${serviceName}: ${output}` };
      }
      await progress({ phase: "looking" });
      const giveUpAt = clock.now() + changeTimeoutMs;
      for (;;) {
        const state = await serviceStatus(credential, service);
        if (state === (isOn ? "running" : "stopped")) return end("reached", isOn);
        // If the state isn't visible from outside, the result of fmsadmin counts.
        if (state === "unknown") return end("reached", isOn);
        if (clock.now() > giveUpAt) return end("late", isOn);
        await clock.sleep(pollEveryMs, signal);
      }
    },
  };
}

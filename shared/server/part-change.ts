import * as z from "zod";
import type { Hands } from "../agent/hands.ts";
import type { AdminCredential } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { ServiceCommands } from "../filemaker/service-commands.ts";
import type { JobKind, JobPlan, StepContext, StepEnd } from "../jobs/kind.ts";
import type { Clock } from "../ports/clock.ts";
import type { Vault } from "../ports/vault.ts";
import { ServerService } from "./contract.ts";
import type { PartSight } from "./part-sight.ts";
import { isSwitched, partNames, verdictOf } from "./rules.ts";
import { openedWork } from "./sealed-work.ts";

export const partPlan: JobPlan = {
  kind: "server.process",
  title: "Change a part of FileMaker Server",
  phases: ["stopping", "starting", "looking"],
  canAbort: false,
};

export const PartWork = z.object({
  command: z.enum(["start", "stop", "restart"]),
  service: ServerService,
  work: z.string(),
  sealed: z.string(),
});
type PartWork = z.infer<typeof PartWork>;

interface PartChangeDependencies {
  readonly services: ServiceCommands;
  readonly hands: () => Pick<Hands, "request">;
  readonly sight: PartSight;
  readonly vault: Vault;
  readonly clock: Clock;
}

const lookEveryMs = 250;
/** What a part has to come or to go in. */
const patienceMs = 90_000;
/** The agent ends fmsadmin by itself before this. */
const fmsadminMs = 60_000;

const Stopped = z.object({ stopped: z.literal(true) });

/** A restart is two steps: it is not left half-done when this service dies between them. */
export function partChange(dependencies: PartChangeDependencies): JobKind {
  return {
    plan: partPlan,
    isRepeatable: true,
    async run(step) {
      const work = PartWork.parse(step.input);
      const { credential } = await openedWork(dependencies.vault, work);
      const change = oneChange(dependencies, step, work, credential);
      if (!isSwitched(work.service)) return change.byFmsadmin();
      if (work.command === "restart" && !Stopped.safeParse(step.checkpoint).success) return change.stopFirst();
      return change.turn(work.command !== "stop");
    },
  };
}

function oneChange(
  { services, hands, sight, clock }: PartChangeDependencies,
  { progress, log, signal }: StepContext,
  { command, service }: PartWork,
  credential: AdminCredential,
) {
  const part = partNames[service];

  /** Turns a part on or off and waits until it is so. */
  const reached = async (isOn: boolean): Promise<"reached" | "absent" | "late"> => {
    if (!isSwitched(service)) return "absent";
    const wanted = isOn ? "running" : "stopped";
    await progress({ phase: isOn ? "starting" : "stopping" });
    const giveUpAt = clock.now() + patienceMs;
    for (let asked = false; ; await clock.sleep(lookEveryMs, signal)) {
      const state = await sight(credential, service);
      if (state === wanted || state === "absent") return state === "absent" ? "absent" : "reached";
      if (clock.now() > giveUpAt) return "late";
      if (asked || state === "unknown") continue;
      if (!(await services.turn(credential, service, isOn))) return "absent";
      asked = true;
    }
  };

  const end = async (outcome: "reached" | "absent" | "late", isOn: boolean): Promise<StepEnd> => {
    if (outcome === "reached") {
      await log("info", `${part} ${isOn ? "runs" : "is stopped"}`);
      return { end: "done" };
    }
    if (outcome === "absent") throw new ServiceError("service_not_here", { text: part });
    const reason = `${part} did not ${isOn ? "come up" : "stop"} within ${patienceMs / 1000} seconds`;
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
      const ended = await hands().request("fmsadmin.run", { run, ...credential }, { deadlineMs: fmsadminMs });
      const verdict = verdictOf(ended);
      if (verdict === "absent") throw new ServiceError("service_not_here", { text: part });
      if (verdict === "denied") throw new ServiceError("stored_credentials_refused");
      if (verdict === "failed") {
        const said = ended.timedOut ? "it did not end in time" : ended.output.trim().slice(-500);
        return { end: "doneWithErrors", reason: `fmsadmin could not ${command} ${part}: ${said}` };
      }
      await progress({ phase: "looking" });
      const giveUpAt = clock.now() + patienceMs;
      for (;;) {
        const state = await sight(credential, service);
        if (state === (isOn ? "running" : "stopped")) return end("reached", isOn);
        // What shows nothing to the outside is as fmsadmin says.
        if (state === "unknown") return end("reached", isOn);
        if (clock.now() > giveUpAt) return end("late", isOn);
        await clock.sleep(lookEveryMs, signal);
      }
    },
  };
}

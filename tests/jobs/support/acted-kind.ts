import type { JobKind, StepContext, StepEnd } from "#shared/jobs/job-kind.ts";
import type { Platform } from "../../../functions/platform.ts";
import { jobs } from "../../../functions/wiring/work.ts";
import type { TestService } from "../../support/test-service.ts";

/** Kind of job that does what a test says, and counts how often it was started. */
export interface ActedKind extends JobKind {
  act: (step: StepContext) => Promise<StepEnd>;
  begun: number;
}

export function actedKind(
  name: string,
  traits: { readonly isRepeatable?: boolean; readonly canAbort?: boolean } = {},
): ActedKind {
  const { isRepeatable = true, canAbort = true } = traits;
  const kind: ActedKind = {
    plan: { kind: name, title: `Act ${name}`, phases: ["first", "second"], canAbort },
    isRepeatable,
    act: async () => ({ end: "done" }),
    begun: 0,
    run(step) {
      kind.begun += 1;
      return kind.act(step);
    },
  };
  return kind;
}

/** Returns a service option that adds kinds of jobs. */
export function withKinds(...jobKinds: readonly JobKind[]) {
  return { decorate: (platform: Platform): Platform => ({ ...platform, jobKinds }) };
}

/** Starts a job. Returns its processId. */
export function started({ runtime }: Pick<TestService, "runtime">, kind: JobKind, input?: unknown): Promise<number> {
  return jobs(runtime.platform).accept({ plan: kind.plan, input, startedBy: "account:admin" });
}

/** Resolves when a step's signal is aborted. */
export function left({ signal }: StepContext): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

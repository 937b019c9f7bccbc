import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { JobKind, JobPlan } from "#shared/jobs/job-kind.ts";
import { PasswordsLost, type Rewrap } from "./rewrap.ts";

const phases: Readonly<Record<KeyKind, string>> = { data: "Data API Keys", admin: "Admin API Keys" };

export const rewrapPlan: JobPlan = {
  kind: "keys.rewrap",
  title: "Seal the stored passwords of keys again",
  phases: Object.values(phases),
  canAbort: true,
};

/** Seals passwords again as a process. A key that is sealed already is left alone, so it can be begun again at any time. */
export function rewrapJob(rewrap: () => Rewrap): JobKind {
  return {
    plan: rewrapPlan,
    isRepeatable: true,
    async run({ signal, progress, log }) {
      try {
        const rewrapped = await rewrap()(signal, {
          report: (kind, checked) => progress({ phase: phases[kind], done: checked, unit: "keys" }),
        });
        signal.throwIfAborted();
        await log("info", `Passwords sealed again: ${rewrapped}`);
        return { end: "done" };
      } catch (thrown) {
        if (!(thrown instanceof PasswordsLost)) throw thrown;
        await log("error", thrown.message);
        return { end: "doneWithErrors", reason: thrown.message };
      }
    },
  };
}

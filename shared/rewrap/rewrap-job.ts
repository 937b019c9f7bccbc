import type { JobKind, JobPlan } from "#shared/jobs/api.ts";
import { type Rewrap, rewrapSubjects, SecretsLost } from "./rewrap.ts";

export const rewrapPlan: JobPlan = {
  kind: "keys.rewrap",
  title: "Re-encrypt stored secrets",
  phases: Object.values(rewrapSubjects).map(({ phase }) => phase),
  canAbort: true,
};

/** Re-encrypts secrets as a process. Values with the current key are skipped, so it can be restarted at any time. */
export function rewrapJob(rewrap: () => Rewrap): JobKind {
  return {
    plan: rewrapPlan,
    isRepeatable: true,
    async run({ signal, progress, log }) {
      try {
        const rewrapped = await rewrap()(signal, (phase, done) => progress({ phase, done, unit: "items" }));
        signal.throwIfAborted();
        await log("info", `Re-encrypted: ${rewrapped}`);
        return { end: "done" };
      } catch (thrown) {
        if (!(thrown instanceof SecretsLost)) throw thrown;
        await log("error", thrown.message);
        return { end: "doneWithErrors", reason: thrown.message };
      }
    },
  };
}

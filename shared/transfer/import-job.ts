import * as z from "zod";
import type { JobKind, JobPlan, StepContext } from "#shared/jobs/api.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { type Compared, comparedPart, incomingOf, surroundingsHere, type TransferParts } from "./compare.ts";
import { PartName, transferParts } from "./contract.ts";
import type { Content } from "./file.ts";
import type { ImportStore } from "./store.ts";

export const importPlan: JobPlan = {
  kind: "transfer.import",
  title: "Import a configuration",
  phases: transferParts,
  canAbort: true,
  isFollowedUp: true,
};

/** Input of an import process. The configuration itself is in a store of its own. */
export const ImportInput = z.object({
  parts: z.array(PartName),
  existing: z.enum(["skip", "replace"]),
  isDryRun: z.boolean(),
});
export type ImportInput = z.output<typeof ImportInput>;

interface ImportJobDependencies {
  readonly store: ImportStore;
  readonly parts: () => TransferParts;
}

const maxTries = 5;

/** Imports a configuration, entry by entry. A repeated run continues: imported entries are equal by then, and are skipped. */
export function importJob({ store, parts }: ImportJobDependencies): JobKind {
  /** Applies an entry. Compares it again if another writer changed it at the same time. */
  const performed = async (first: Compared, again: () => Promise<Compared>): Promise<Compared> => {
    let compared = first;
    for (let tries = 1; ; tries += 1) {
      try {
        await compared.perform();
        return compared;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed) || tries === maxTries) throw thrown;
        compared = await again();
      }
    }
  };

  const takePart = async (name: PartName, content: Content, step: StepContext): Promise<number> => {
    const input = ImportInput.parse(step.input);
    const { existing, isDryRun } = input;
    const entries = content[name] ?? [];
    // In a real import, referenced things exist by now, or were skipped.
    const comesAlong = isDryRun ? incomingOf(parts(), content, input.parts) : () => false;
    const compare = (some: readonly unknown[]) => {
      const surroundings = surroundingsHere(parts(), comesAlong);
      return comparedPart(parts()[name], { name, entries: some, existing, surroundings });
    };
    let conflicts = 0;
    await step.progress({ phase: name, done: 0, total: entries.length, unit: "entries" });
    for (const [index, compared] of (await compare(entries)).entries()) {
      step.signal.throwIfAborted();
      const again = async () => {
        const [one = compared] = await compare([entries[index]]);
        return one;
      };
      const { shown } = isDryRun ? compared : await performed(compared, again);
      await step.log(shown.state === "conflict" ? "error" : "info", lineOf(shown, input));
      if (shown.state === "conflict") conflicts += 1;
      await step.progress({ done: index + 1 });
    }
    return conflicts;
  };

  return {
    plan: importPlan,
    isRepeatable: true,
    async run(step) {
      const input = ImportInput.parse(step.input);
      const content = await store.read(step.processId);
      if (content === undefined) return { end: "aborted", reason: "The configuration is no longer stored" };
      let conflicts = 0;
      for (const name of transferParts)
        if (input.parts.includes(name)) conflicts += await takePart(name, content, step);
      return conflicts === 0 ? { end: "done" } : { end: "doneWithErrors", reason: `${conflicts} couldn't be imported` };
    },

    async followUp({ id }) {
      await store.forget(id);
    },
  };
}

const done = { add: "Added", replace: "Replaced", skip: "Left alone" } as const;
const wouldBe = { add: "Would be added", replace: "Would be replaced", skip: "Would be skipped" } as const;

function lineOf({ part, title, action, reason }: Compared["shown"], { isDryRun }: ImportInput): string {
  const what = `${(isDryRun ? wouldBe : done)[action]}: ${part}, ${title}`;
  return reason === null ? what : `${what}. ${reason}`;
}

import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { openProcesses } from "#shared/processes/api.ts";
import type { JobKind } from "./job-kind.ts";

/** Returns the sealed inputs of open processes, for re-encryption when the master key changes. */
export function sealedInputs(kinds: () => readonly JobKind[]): SealedItems {
  return {
    ...openProcesses,
    within: "input",
    contexts: ({ fields: { id, kind, input } }) =>
      kinds()
        .find(({ plan }) => plan.kind === kind)
        ?.sealed?.(Number(id), JSON.parse(String(input))) ?? {},
  };
}

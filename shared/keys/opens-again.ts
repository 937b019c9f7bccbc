import { foldedDatabaseName } from "../contract/database-name.ts";
import type { RefusalStore } from "../filemaker/refusal-store.ts";
import type { Background } from "../ports/background.ts";
import type { KeyApis } from "./file-check.ts";

interface OpensAgainDependencies {
  readonly refusals: Pick<RefusalStore, "clear">;
  readonly background: Background;
}

/**
 * Takes back what stood against an account that has just opened files in a trial: its keys are refused there no longer. Never
 * throws: the change that it was tried for is made already, and its next login takes back what is left.
 */
export function opensAgain({ refusals, background }: OpensAgainDependencies) {
  return async (credentialId: string, files: readonly string[], { isDataApi, isOData }: KeyApis): Promise<void> => {
    const apis = [...(isDataApi ? (["data"] as const) : []), ...(isOData ? (["odata"] as const) : [])];
    const clears = files.flatMap((file) =>
      apis.map((api) => refusals.clear({ credentialId, api, folded: foldedDatabaseName(file) })),
    );
    const cleared = Promise.all(clears);
    background.run("standing of an account", cleared); // Logs what goes wrong.
    await cleared.catch(() => undefined);
  };
}

export type OpensAgain = ReturnType<typeof opensAgain>;

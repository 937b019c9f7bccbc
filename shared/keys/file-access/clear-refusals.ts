import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { RefusalStore } from "#shared/filemaker/sessions/refusal-store.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { KeyApis } from "./file-check.ts";

interface ClearRefusalsDependencies {
  readonly refusals: Pick<RefusalStore, "clear">;
  readonly background: BackgroundTasks;
}

/**
 * Clears the recorded rejections of an account that has just opened files in a test, so that its keys work there again. Never throws: the
 * change that was tested is already made, and the next login clears the rest.
 */
export function clearRefusals({ refusals, background }: ClearRefusalsDependencies) {
  return async (credentialId: string, files: readonly string[], { isDataApi, isOData }: KeyApis): Promise<void> => {
    const apis = [...(isDataApi ? (["data"] as const) : []), ...(isOData ? (["odata"] as const) : [])];
    const clears = files.flatMap((file) =>
      apis.map((api) => refusals.clear({ credentialId, api, folded: normalizedDatabaseName(file) })),
    );
    const cleared = Promise.all(clears);
    background.waitUntil("account status", cleared); // `waitUntil` logs errors.
    await cleared.catch(() => undefined);
  };
}

export type ClearRefusals = ReturnType<typeof clearRefusals>;

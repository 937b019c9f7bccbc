import type { AgentClient } from "#shared/agent/api.ts";
import type { TaskName } from "#shared/agent/protocol/tasks/task.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";

/** Files of a task: names of hosted files, and full paths. */
interface PrecheckRequest {
  readonly sources: readonly string[];
  readonly targets?: readonly string[];
  /** The task itself, if it needs disk space. */
  readonly work?: { readonly name: TaskName; readonly fields: Readonly<Record<string, unknown>> };
}

/**
 * Rejects a task whose files don't exist or don't fit on a disk, before it is accepted. The task checks disk space by the same rule when it
 * begins.
 * @throws ServiceError database_not_found, host_file_not_found, host_file_refused, host_disk_full
 */
export type Precheck = (server: AdminCredential, wanted: PrecheckRequest) => Promise<void>;

/** Time limit in milliseconds, shorter than a caller waits. The task itself reports anything that isn't known by then. */
const deadlineMs = 5_000;

export function hostPrecheck(agentClient: () => Pick<AgentClient, "request">): Precheck {
  return async (server, { sources, targets = [], work }) => {
    const fields = { server, sources: [...sources], targets: [...targets], ...(work !== undefined && { work }) };
    const result = await agentClient()
      .request("work.look", fields, { deadlineMs })
      .catch((thrown: unknown) => {
        // The agent is offline or too old to check, or FileMaker Server doesn't answer: the task waits, or reports the problem.
        if (thrown instanceof ServiceError && skippedErrors.has(thrown.error))
          return { missing: [], absent: [], outside: [] };
        throw thrown;
      });
    const missing = result.missing.flatMap((index) => sources[index] ?? []);
    const [path] = missing.filter((source) => /[\\/]/.test(source));
    if (path !== undefined) throw new ServiceError("host_file_not_found", { text: bareOf(path) });
    if (missing.length > 0)
      throw new ServiceError("database_not_found", { response: { files: missing.map(fullDatabaseName) } });
    const [absent] = result.absent;
    if (absent !== undefined) throw new ServiceError("host_file_not_found", { text: absent.text });
    const [target] = result.outside.flatMap((index) => targets[index] ?? []);
    if (target !== undefined)
      throw new ServiceError("host_file_refused", {
        text: `${bareOf(target)} would be outside FileMaker Server's folders`,
      });
  };
}

const skippedErrors: ReadonlySet<string> = new Set([
  "agent_unavailable",
  "agent_timeout",
  "agent_refused",
  "agent_too_old",
]);

function bareOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

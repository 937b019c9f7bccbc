import type { Hands } from "../../agent/hands.ts";
import type { WorkName } from "../../contract/agent/work.ts";
import type { AdminCredential } from "../../contract/call.ts";
import { fullDatabaseName } from "../../contract/database-name.ts";
import { ServiceError } from "../../contract/errors.ts";

/** What a work would begin with: names of hosted files, and full paths. */
interface Wanted {
  readonly sources: readonly string[];
  readonly targets?: readonly string[];
  /** The work itself, where it needs room on a disk. */
  readonly work?: { readonly name: WorkName; readonly fields: Readonly<Record<string, unknown>> };
}

/**
 * Refuses work on files that are not there, or that a disk has no room for, before it is accepted. One rule of room counts,
 * there and when the work begins. @throws ServiceError database_not_found, host_file_not_found, host_file_refused, host_disk_full
 */
export type Look = (server: AdminCredential, wanted: Wanted) => Promise<void>;

/** Shorter than a caller waits: whatever is not known by then, the work itself tells. */
const deadlineMs = 5_000;

export function lookOnHost(hands: () => Pick<Hands, "request">): Look {
  return async (server, { sources, targets = [], work }) => {
    const fields = { server, sources: [...sources], targets: [...targets], ...(work !== undefined && { work }) };
    const seen = await hands()
      .request("work.look", fields, { deadlineMs })
      .catch((thrown: unknown) => {
        // An agent that is away, or of a version that cannot look, or a server that does not say: the work waits, or tells.
        if (thrown instanceof ServiceError && cannotLook.has(thrown.error)) return { missing: [], outside: [] };
        throw thrown;
      });
    const missing = seen.missing.flatMap((place) => sources[place] ?? []);
    const [path] = missing.filter((source) => /[\\/]/.test(source));
    if (path !== undefined) throw new ServiceError("host_file_not_found", { text: bareOf(path) });
    if (missing.length > 0)
      throw new ServiceError("database_not_found", { response: { files: missing.map(fullDatabaseName) } });
    const [target] = seen.outside.flatMap((place) => targets[place] ?? []);
    if (target !== undefined)
      throw new ServiceError("host_file_refused", {
        text: `${bareOf(target)} would lie outside of the folders of FileMaker Server`,
      });
  };
}

const cannotLook: ReadonlySet<string> = new Set([
  "agent_unavailable",
  "agent_timeout",
  "agent_refused",
  "agent_too_old",
]);

function bareOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

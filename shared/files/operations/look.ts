import type { Hands } from "../../agent/hands.ts";
import type { AdminCredential } from "../../contract/call.ts";
import { fullDatabaseName } from "../../contract/database-name.ts";
import { ServiceError } from "../../contract/errors.ts";

/** What a work would begin with: names of hosted files, and full paths. */
interface Wanted {
  readonly sources: readonly string[];
  readonly targets?: readonly string[];
}

/** Refuses work on files that are not there, before it is accepted. @throws ServiceError database_not_found, host_file_not_found, host_file_refused */
export type Look = (server: AdminCredential, wanted: Wanted) => Promise<void>;

/** Shorter than a caller waits: whatever is not known by then, the work itself tells. */
const deadlineMs = 5_000;

export function lookOnHost(hands: () => Pick<Hands, "request">): Look {
  return async (server, { sources, targets = [] }) => {
    const fields = { server, sources: [...sources], targets: [...targets] };
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

const cannotLook: ReadonlySet<string> = new Set(["agent_unavailable", "agent_timeout", "agent_refused"]);

function bareOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

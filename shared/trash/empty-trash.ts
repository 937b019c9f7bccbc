import type { AgentClient } from "#shared/agent/api.ts";
import type { TrashEntry } from "#shared/agent/protocol/commands/trash-commands.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { trash } from "./contract.ts";

type Emptied = Awaited<ReturnType<ServiceOf<typeof trash>["emptyTrash"]>>;

/** Time in milliseconds in which a call begins further deletions. The last can take its full deadline, and API Gateway waits 29 seconds. */
const longestMs = 8_000;
/** Errors about a single entry. Other errors concern the host, and end the call. */
const entryRefusals = ["agent_refused", "host_file_refused"] as const;

/** Deletes the contents of the trash, newest first. Entries that the host refuses are skipped and reported. */
export async function emptyTrash(
  agentClient: Pick<AgentClient, "request">,
  clock: Clock,
  limits: { readonly deadlineMs: number },
  until: number,
): Promise<Emptied> {
  const emptied = { deleted: [] as string[], freedBytes: 0, refused: [] as Emptied["refused"] };
  const end = clock.now() + longestMs;
  for await (const { id, filename, deletedAt } of entries(agentClient, limits)) {
    if (deletedAt > until) continue;
    if (clock.now() >= end) return { ...emptied, isFinished: false };
    try {
      emptied.freedBytes += (await agentClient.request("trash.delete", { id }, limits)).freedBytes;
      emptied.deleted.push(id);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      // The entry was deleted or expired meanwhile.
      if (thrown.error === "host_file_not_found") continue;
      if (!entryRefusals.some((error) => error === thrown.error)) throw thrown;
      emptied.refused.push({ id, filename, text: thrown.message });
    }
  }
  return { ...emptied, isFinished: true };
}

/** Yields the entries. Pages are by id, so deleting entries of one page doesn't affect the next pages. */
async function* entries(
  agentClient: Pick<AgentClient, "request">,
  limits: { readonly deadlineMs: number },
): AsyncGenerator<TrashEntry, void, void> {
  let cursor: string | null | undefined;
  do {
    const page = await agentClient.request("trash.list", cursor ? { cursor } : {}, limits);
    yield* page.entries;
    cursor = page.cursor;
  } while (cursor !== null);
}

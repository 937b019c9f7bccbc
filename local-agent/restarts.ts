import { join } from "node:path";
import * as z from "zod";
import type { Clock } from "./clock.ts";
import { keepPrivately, readDispensable } from "./disk/private-file.ts";
import type { AgentLog } from "./log.ts";
import { refusedBy } from "./refused.ts";

const dayMs = 24 * 60 * 60_000;
/** Maximum number of starts to keep, so that an agent that restarts every second doesn't fill its disk. */
const maxKept = 1_000;

const Starts = z.object({ startedAt: z.array(z.number()) });

interface RestartsDependencies {
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
  readonly log: AgentLog;
}

/** Records a start of the agent. Returns a function for the number of restarts in the last 24 hours. */
export function restartsOf({ folder, clock, log }: RestartsDependencies): () => number {
  let startedAt: readonly number[] = [];
  try {
    startedAt = noted(join(folder, "starts.json"), clock.now());
  } catch (thrown) {
    // A failure to count starts must not stop the agent.
    log({ event: "start_not_kept", reason: refusedBy(thrown).message });
  }
  const [, ...again] = startedAt;
  return () => again.filter((at) => at > clock.now() - dayMs).length;
}

/** Returns all recorded starts, including this one. */
function noted(file: string, now: number): readonly number[] {
  const before = readDispensable(file, Starts)?.startedAt ?? [];
  const startedAt = [...before, now].slice(-maxKept);
  keepPrivately(file, { startedAt });
  return startedAt;
}

import { join } from "node:path";
import * as z from "zod";
import type { Clock } from "./clock.ts";
import { keepPrivately, readDispensable } from "./disk/private-file.ts";
import type { AgentLog } from "./log.ts";
import { refusedBy } from "./refused.ts";

const dayMs = 24 * 60 * 60_000;
/** One that is started again every second must not fill its disk with that. */
const mostKept = 1_000;

const Starts = z.object({ startedAt: z.array(z.number()) });

interface RestartsDependencies {
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
  readonly log: AgentLog;
}

/** Writes down that the agent was started. Answers what says how often it was started again in the last 24 hours. */
export function restartsOf({ folder, clock, log }: RestartsDependencies): () => number {
  let startedAt: readonly number[] = [];
  try {
    startedAt = noted(join(folder, "starts.json"), clock.now());
  } catch (thrown) {
    // An agent that works is worth more than the count of its starts.
    log({ event: "start_not_kept", reason: refusedBy(thrown).message });
  }
  const [, ...again] = startedAt;
  return () => again.filter((at) => at > clock.now() - dayMs).length;
}

/** All starts that are kept, this one included. */
function noted(file: string, now: number): readonly number[] {
  const before = readDispensable(file, Starts)?.startedAt ?? [];
  const startedAt = [...before, now].slice(-mostKept);
  keepPrivately(file, { startedAt });
  return startedAt;
}

import { join } from "node:path";
import * as z from "zod";
import type { Clock } from "./clock.ts";
import { keepPrivately, readDispensable } from "./disk/private-file.ts";
import type { AgentLog } from "./log.ts";
import { refusedBy } from "./refused.ts";

const dayMs = 24 * 60 * 60_000;
/** Maximum number of starts to keep, so that an agent that restarts every second doesn't fill its disk. */
const maxKept = 1_000;

/** Starts, except those after a wanted stop. `isStopped`: the last run was stopped on request. */
const Starts = z.object({ startedAt: z.array(z.number()), isStopped: z.boolean().default(false) });

interface RestartsDependencies {
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
  readonly log: AgentLog;
}

/** Unrequested restarts of the agent. */
export interface Restarts {
  /** Returns their number in the last 24 hours. */
  count(): number;
  /** Records that the agent is being stopped on request: its next start isn't counted. */
  stopping(): void;
}

/** Records a start of the agent. */
export function restartsOf({ folder, clock, log }: RestartsDependencies): Restarts {
  const file = join(folder, "starts.json");
  let startedAt: readonly number[] = [];
  const kept = (keep: () => void): void => {
    try {
      keep();
    } catch (thrown) {
      // A failure to count starts must not stop the agent.
      log({ event: "start_not_kept", reason: refusedBy(thrown).message });
    }
  };
  kept(() => {
    startedAt = noted(file, clock.now());
  });
  return {
    count: () => startedAt.slice(1).filter((at) => at > clock.now() - dayMs).length,
    stopping: () => kept(() => keepPrivately(file, { startedAt, isStopped: true })),
  };
}

/** Returns the recorded starts: the first one, and the unrequested ones. */
function noted(file: string, now: number): readonly number[] {
  const { startedAt: before = [], isStopped = false } = readDispensable(file, Starts) ?? {};
  const startedAt = isStopped && before.length > 0 ? before : [...before, now].slice(-maxKept);
  keepPrivately(file, { startedAt, isStopped: false });
  return startedAt;
}

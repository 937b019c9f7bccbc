import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";

/** Program that is started again whenever it ends, until it is stopped. */
export interface Supervised {
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

interface SupervisedOptions {
  /** Name in the log. */
  readonly name: string;
  readonly start: () => Promise<ChildProcess>;
  /** Process of the first start, if it already runs. */
  readonly running?: ChildProcess;
  /** Time in milliseconds that the process has to exit before it is killed. */
  readonly endMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Minimum runtime in milliseconds after which a process that exits is restarted with the shortest pause. */
const steadyMs = 60_000;

/** Keeps a child process running. Logs each exit, and waits longer before each restart if the process exits repeatedly. */
export function supervise({ name, start, running, endMs, clock, log }: SupervisedOptions): Supervised {
  const stopping = new AbortController();
  let child = running;

  const runOnce = async (): Promise<void> => {
    child ??= await start();
    if (stopping.signal.aborted) endAfterGrace(child, endMs);
    const { code, signal } = await endOf(child).finally(() => {
      child = undefined;
    });
    if (!stopping.signal.aborted)
      log.error({ event: `${name}_ended`, code: code ?? undefined, signal: signal ?? undefined });
  };

  const supervising = (async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      const startedAt = clock.now();
      await runOnce().catch((thrown: unknown) => log.error({ event: `${name}_not_started`, reason: reasonOf(thrown) }));
      if (stopping.signal.aborted) return;
      if (clock.now() - startedAt >= steadyMs) attempt = 0;
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
      log.info({ event: `${name}_starts_again`, pauseMs });
      await clock.sleep(pauseMs, stopping.signal).catch((thrown: unknown) => {
        if (!stopping.signal.aborted) throw thrown;
      });
    }
  })();

  return {
    async stop() {
      stopping.abort();
      if (child !== undefined) endAfterGrace(child, endMs);
      await supervising;
    },
  };
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

async function endOf(child: ChildProcess): Promise<End> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { code: child.exitCode, signal: child.signalCode };
}

/** Asks a process to end, and kills it after `endMs` milliseconds. */
export function endAfterGrace(child: ChildProcess, endMs: number): void {
  const timer = setTimeout(() => child.kill("SIGKILL"), endMs);
  child.once("exit", () => clearTimeout(timer));
  child.kill("SIGTERM");
}

import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { NewLine, ProcessRecord } from "#shared/processes/api.ts";
import {
  keptOutput,
  maxLinesAtOnce,
  type ProcessChange,
  type ProcessStore,
  toolLogName,
} from "#shared/processes/api.ts";
import { LeaseLost, type Progress, type StepContext, type StopReason } from "./job-kind.ts";
import { advanced, leaseMs } from "./rules.ts";

/** Minimum interval between writes of progress and log lines, in milliseconds. */
const writeEveryMs = 1_000;
/** Interval in milliseconds at which an inactive step checks if it must stop. */
const checkEveryMs = 2_000;
/**
 * Maximum number of attempts to write the end of a step while the store is unavailable. Without the write, finished work would be repeated.
 */
const maxTries = 20;

interface StepDependencies {
  readonly store: Pick<ProcessStore, "change" | "get">;
  readonly blobs: () => Blobs;
  readonly clock: Clock;
  readonly announce: (id: number) => Promise<void>;
}

/** Running step. */
export interface Step {
  readonly context: StepContext;
  stop(reason: StopReason): void;
  /** Writes pending progress and log lines, and the change by `last`. Retries for as long as the lease can last. @throws LeaseLost */
  close(last?: (record: ProcessRecord) => ProcessRecord, lines?: readonly NewLine[]): Promise<void>;
  /** Stops renewing the step's lease. */
  over(): void;
}

/** Opens a step of a process that was just taken. */
export function openStep({ store, blobs, clock, announce }: StepDependencies, record: ProcessRecord): Step {
  const { id, fence } = record;
  const stopping = new AbortController();
  const over = new AbortController();
  let progress: Progress = {};
  // Log lines belong to the phase in which they were added, even if they are written later.
  let phase = record.phase;
  let lines: NewLine[] = [];
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();

  const stop = (reason: StopReason): void => {
    if (!stopping.signal.aborted) stopping.abort(reason);
  };

  /** @throws LeaseLost */
  const change = async (to: (mine: ProcessRecord) => ProcessChange): Promise<void> => {
    let isMine = false;
    const stored = await store.change(id, (found) => {
      isMine = found.fence === fence;
      return isMine ? to(found) : undefined;
    });
    if (!isMine) {
      stop("lost");
      throw new LeaseLost(`Process ${id} is no longer held with fence ${fence}`);
    }
    if (stored !== undefined && stored.abortRequestedAt !== null) stop("abort");
  };

  /** Writes everything that is pending at once. Later changes go into the next write. */
  const write = (last: (mine: ProcessRecord) => ProcessRecord = (mine) => mine): Promise<void> => {
    writing = writing
      .catch(() => undefined) // The caller of that write handles its error.
      .then(async () => {
        const [pendingProgress, pendingLines] = [progress, lines.slice(0, maxLinesAtOnce)];
        progress = {};
        lines = lines.slice(pendingLines.length);
        writtenAt = clock.now();
        try {
          await change((mine) => ({ record: last(advanced(mine, pendingProgress, clock.now())), lines: pendingLines }));
        } catch (thrown) {
          progress = { ...pendingProgress, ...progress };
          lines = [...pendingLines, ...lines];
          throw thrown;
        }
        await announce(id);
      });
    return writing;
  };

  const isDue = (): boolean => Math.abs(clock.now() - writtenAt) >= writeEveryMs;

  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        await clock.sleep(checkEveryMs, over.signal);
        const found = await store.get(id);
        if (found === undefined || found.fence !== fence || found.endedAt !== null) stop("lost");
        else if (found.abortRequestedAt !== null) stop("abort");
        const hasNews = lines.length > 0 || Object.keys(progress).length > 0;
        if (hasNews || (found?.leasedUntil ?? 0) - clock.now() < leaseMs / 2) await write();
      } catch {
        // The step is over, or the store is unavailable: the lease lasts for a while, and the next round checks again.
      }
    }
  }
  void watch();

  return {
    stop,
    context: {
      processId: id,
      fence,
      input: JSON.parse(record.input),
      checkpoint: record.checkpoint === null ? undefined : JSON.parse(record.checkpoint),
      signal: stopping.signal,
      async progress(next) {
        const isNewPhase = next.phase !== undefined && next.phase !== progress.phase;
        progress = isNewPhase ? next : { ...progress, ...next };
        phase = next.phase ?? phase;
        if (isNewPhase || isDue()) await write();
      },
      async log(level, text) {
        lines.push({ level, text, phase });
        if (lines.length >= maxLinesAtOnce || isDue()) await write();
      },
      async toolLog(output) {
        const name = toolLogName(id, fence);
        await blobs().put(name, keptOutput(output), { contentType: "text/plain; charset=utf-8" });
        await write((mine) => ({ ...mine, toolLog: name }));
      },
    },
    async close(last, ending = []) {
      over.abort();
      lines.push(...ending);
      for (let tries = 1; ; tries += 1) {
        try {
          while (lines.length > maxLinesAtOnce) await write();
          return await write(last);
        } catch (thrown) {
          if (thrown instanceof LeaseLost || tries === maxTries) throw thrown;
          await clock.sleep(checkEveryMs);
        }
      }
    },
    over: () => over.abort(),
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

type Work = () => Promise<void> | void;

/** Folder of a trial, and everything that must be cleaned up with it. */
export interface TrialEnds {
  readonly folder: string;
  /** Registers work for the end; the last one runs first. */
  atEnd(work: Work): void;
  /** Cleans everything up, once. @throws the failures, after the rest was cleaned up */
  end(options?: { readonly leavesFolder: boolean }): Promise<void>;
}

const open = new Set<TrialEnds>();

export function trialEnds(name: string): TrialEnds {
  const folder = mkdtempSync(join(tmpdir(), `latchkey-${name}-`));
  const works: Work[] = [];
  let ended: Promise<void> | undefined;
  const endAll = async (leavesFolder: boolean) => {
    const failures: unknown[] = [];
    for (let work = works.pop(); work !== undefined; work = works.pop()) {
      try {
        await work();
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    if (!leavesFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    open.delete(ends);
    if (failures.length > 0) throw new AggregateError(failures, "Not everything was put away");
  };
  const ends: TrialEnds = {
    folder,
    atEnd: (work) => void works.push(work),
    end({ leavesFolder } = { leavesFolder: false }) {
      ended ??= endAll(leavesFolder);
      return ended;
    },
  };
  open.add(ends);
  return ends;
}

/** Makes SIGINT and SIGTERM clean up everything that is open, and then end this process as they normally would. */
export function endAtSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, async () => {
      const outcomes = await Promise.allSettled([...open].map((ends) => ends.end()));
      for (const outcome of outcomes) if (outcome.status === "rejected") console.error(outcome.reason);
      process.exit(128 + constants.signals[signal]);
    });
}

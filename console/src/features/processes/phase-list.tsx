import { CircleCheck, CircleDashed, CircleMinus, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import type { Process } from "#shared/processes/contract.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { classes } from "../../ui/classes.ts";
import { duration } from "../../ui/values/duration.ts";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";
import { type PhaseState, phaseRows } from "./phase-rows.ts";
import { shareOf } from "./share.ts";

const text = processMessages;
const looks: Readonly<Record<PhaseState, readonly [icon: LucideIcon, tone: string]>> = {
  done: [CircleCheck, "text-good"],
  running: [LoaderCircle, "text-accent motion-safe:animate-spin"],
  waiting: [CircleDashed, "text-muted"],
  failed: [CircleX, "text-bad"],
  skipped: [CircleMinus, "text-muted"],
};

/** Phases of a run. The log of the selected one is shown next to the list. */
export function PhaseList({
  process,
  now,
  chosen,
  onChoose,
}: {
  readonly process: Process;
  readonly now: number;
  /** Undefined: all. */
  readonly chosen: string | undefined;
  readonly onChoose: (phase: string | undefined) => void;
}) {
  const rows = phaseRows(process, now);
  return (
    <nav
      aria-label={text.phases}
      className="shrink-0 border-line max-lg:border-b lg:w-64 lg:overflow-y-auto lg:border-r"
    >
      <ul className="flex flex-col gap-0.5 p-2">
        <li>
          <button
            type="button"
            aria-pressed={chosen === undefined}
            onClick={() => onChoose(undefined)}
            className={rowClasses}
          >
            <span className="font-medium">{text.allPhases}</span>
          </button>
        </li>
        {rows.map(({ phase, state, tookMs }) => {
          const [Icon, tone] = looks[state];
          return (
            <li key={phase}>
              <button
                type="button"
                aria-pressed={chosen === phase}
                onClick={() => onChoose(phase)}
                className={rowClasses}
              >
                <span className="flex w-full items-center gap-2">
                  <Icon aria-hidden size={15} className={classes("shrink-0", tone)} />
                  <span className="min-w-0 flex-1 break-words first-letter:uppercase">{phase}</span>
                  <span className="sr-only">, {text.phaseStates[state]}</span>
                  {tookMs !== undefined && (
                    <span className="shrink-0 text-muted text-sm tabular-nums">{duration(tookMs)}</span>
                  )}
                </span>
                {state === "running" && (
                  <ProgressBar label={phase} share={shareOf(process)} className="mt-1.5 ml-6 h-1.5" />
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const rowClasses =
  "block min-h-8 w-full rounded-md px-2.5 py-1.5 text-left hover:bg-page aria-pressed:bg-selection focus-visible:outline-offset-[-2px]";

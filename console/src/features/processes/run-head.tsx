import type { Process } from "#shared/processes/contract.ts";
import { callerText } from "../../messages/caller-text.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { duration } from "../../ui/values/duration.ts";
import { ExactMoment, exactly } from "../../ui/values/moment.tsx";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";
import { ProcessChip } from "./process-chip.tsx";
import { doneText, rateText } from "./progress.ts";
import { isOpen, shareOf } from "./share.ts";

const text = processMessages;

/** State and progress of a run. */
export function RunHead({ process, now }: { readonly process: Process; readonly now: number }) {
  const { id, kind, state, startedAt, createdAt, endedAt, startedBy, reason, waitingFor, isAbortRequested } = process;
  const open = isOpen(process);
  const from = startedAt ?? createdAt;
  const until = endedAt === null ? now : Date.parse(endedAt);
  return (
    <div className="flex flex-col gap-3 border-line border-b px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5">
        <ProcessChip state={state} />
        <span className="font-medium tabular-nums" title={`${text.started} ${exactly(from)}`}>
          <span className="sr-only">{text.took} </span>
          {duration(until - Date.parse(from))}
        </span>
        <span className="text-muted text-sm">
          {startedAt === null ? text.created : text.started} <ExactMoment at={from} />
        </span>
        <span className="break-words text-muted text-sm" title={startedBy}>
          {text.by(callerText(startedBy))}
        </span>
        <span className="text-muted text-sm">
          {kind} · {id}
        </span>
      </div>
      {waitingFor !== null && (
        <p className="text-sm">
          <span className="text-muted">{text.waitingFor}</span> {waitingFor}
        </p>
      )}
      {reason !== null && <p className={state === "done" ? "text-sm" : "text-bad text-sm"}>{reason}</p>}
      {open && isAbortRequested && <p className="text-sm text-warn">{text.aborting}</p>}
      {state === "running" && <Progress process={process} now={now} />}
      {open && <p className="text-muted text-sm">{text.leave}</p>}
    </div>
  );
}

function Progress({ process, now }: { readonly process: Process; readonly now: number }) {
  const { phase, phases, phaseRuns, etaSeconds, title } = process;
  const index = phase === null ? -1 : phases.indexOf(phase);
  const begun = phaseRuns.at(-1)?.startedAt;
  const parts = [
    index >= 0 && phases.length > 1 && text.phaseOf(index + 1, phases.length),
    phase,
    doneText(process),
    begun !== undefined && rateText(process, now - Date.parse(begun)),
    etaSeconds !== null && etaSeconds > 0 && text.left(duration(etaSeconds * 1_000)),
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar label={title} share={shareOf(process)} />
      <p className="text-sm tabular-nums">{parts.filter(Boolean).join(" · ")}</p>
    </div>
  );
}

import type { Process } from "#shared/processes/contract.ts";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import { duration } from "../../ui/values/duration.ts";

const text = deploymentMessages.page;

/** Time for which files of this run have been or were closed. The clock starts with the closing phase. */
export function ClosedClock({
  process,
  now,
  closedMs,
  isRehearsal,
}: {
  readonly process: Pick<Process, "phaseRuns" | "endedAt">;
  readonly now: number;
  /** Measured by the host, reported at the end. */
  readonly closedMs: number | null;
  readonly isRehearsal: boolean;
}) {
  if (isRehearsal) return <p>{text.onlyRehearsed}</p>;
  if (closedMs !== null) return <p>{text.wereClosedFor(duration(closedMs))}</p>;
  const { phaseRuns, endedAt } = process;
  const closing = phaseRuns.find(({ phase }) => phase === "closing");
  if (endedAt !== null) return <p>{closing === undefined ? text.notClosed : text.closedUnknown}</p>;
  const opened = phaseRuns.find(({ phase, endedAt: end }) => phase === "opening" && end !== null)?.endedAt;
  if (closing === undefined) return <p>{text.notClosed}</p>;
  const until = opened == null ? now : Date.parse(opened);
  const length = duration(until - Date.parse(closing.startedAt));
  if (opened != null) return <p>{text.wereClosedFor(length)}</p>;
  return (
    <p role="timer" className="font-semibold text-lg text-warn tabular-nums">
      {text.closedFor} {length}
    </p>
  );
}

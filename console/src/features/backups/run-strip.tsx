import { useQuery } from "@tanstack/react-query";
import type { OffsiteRun } from "#shared/backups/schedules/contract.ts";
import { reading } from "../../api/query.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { reasonOf } from "../../ui/feedback/reason-of.ts";
import type { Tone } from "../../ui/values/chip.tsx";
import { exactly } from "../../ui/values/moment.tsx";
import { OutcomeStrip } from "../../ui/values/outcome-strip.tsx";

const text = backupMessages.schedules;
const shownRuns = 30;
const tones: Readonly<Record<NonNullable<OffsiteRun["state"]>, Tone>> = {
  queued: "plain",
  running: "plain",
  done: "good",
  doneWithErrors: "good",
  failed: "bad",
  aborted: "warn",
  crashed: "bad",
};

/** Results of a schedule's newest runs, each with a link. If the list can't be read, it isn't shown as empty. */
export function RunStrip({ name, onRun }: { readonly name: string; readonly onRun: (processId: number) => void }) {
  const list = useQuery(reading("GET /svc/api/settings/offsite/schedules/{name}/runs", { name, limit: shownRuns }));
  if (list.data === undefined)
    return list.isError ? <span className="text-bad text-sm">{reasonOf(list.error)}</span> : null;
  const marks = list.data.runs.toReversed().map(({ process_id, state, started_at, reason }) => ({
    id: String(process_id),
    tone: tones[state ?? "running"],
    text: [exactly(started_at), processMessages.states[state ?? "running"], reason].filter(Boolean).join(": "),
  }));
  if (marks.length === 0) return <span className="text-muted">{text.noRuns}</span>;
  const ended = marks.filter(({ tone }) => tone !== "plain");
  const good = ended.filter(({ tone }) => tone === "good").length;
  return (
    <OutcomeStrip
      label={text.runsOf(name, good, ended.length - good)}
      marks={marks}
      onOpen={(id) => onRun(Number(id))}
    />
  );
}

import type { ReactNode } from "react";
import type { Process } from "#shared/processes/contract.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";
import { ProcessChip } from "./process-chip.tsx";
import { useRunsOfDay } from "./runs-of-day.ts";
import { isOpen, wholeShare } from "./share.ts";

const text = processMessages.home;
const maxShown = 5;

/** Running processes, and those that failed in the last day. */
export function RunsPanel({
  link,
  actions,
}: {
  readonly link: (process: Process) => ReactNode;
  readonly actions: ReactNode;
}) {
  const { open, ended, running, failed: bad } = useRunsOfDay();
  const failed = open.error ?? ended.error;
  const shown = [...running, ...bad].slice(0, maxShown);
  const hidden = running.length + bad.length - shown.length;
  return (
    <Panel title={text.title} actions={actions} flush>
      <ReadFailure reads={[open, ended]} />
      {!failed && (open.isPending || ended.isPending) && <Loading rows={1} list="short" />}
      {open.data && ended.data && (
        <>
          <p className="border-line border-b px-4 py-2.5 text-muted text-sm last:border-b-0">
            {text.counts(running.length, bad.length)}
          </p>
          <ul className="divide-y divide-line">
            {shown.map((process) => (
              <li key={process.id} className="flex items-center gap-3 px-4 py-2">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium" title={process.title}>
                    {link(process)}
                  </p>
                  {isOpen(process) ? (
                    <ProgressBar
                      label={process.title}
                      share={process.state === "queued" ? 0 : wholeShare(process)}
                      className="mt-1"
                    />
                  ) : (
                    <p className="truncate text-muted text-sm">{process.reason ?? <Moment at={process.endedAt} />}</p>
                  )}
                </div>
                <ProcessChip state={process.state} />
              </li>
            ))}
            {hidden > 0 && <li className="px-4 py-2 text-muted text-sm">{text.more(hidden)}</li>}
          </ul>
        </>
      )}
    </Panel>
  );
}

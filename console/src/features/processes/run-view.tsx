import { useQuery } from "@tanstack/react-query";
import { CircleStop, Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Process } from "#shared/processes/contract.ts";
import { configuration } from "../../api/configuration.ts";
import type { PageCall } from "../../api/curl.ts";
import { useLive } from "../../api/live.ts";
import { reading } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { Button, buttonClasses } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { classes } from "../../ui/classes.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { Offered } from "../../ui/offered.tsx";
import { useNow } from "../../ui/values/use-now.ts";
import { PhaseList } from "./phase-list.tsx";
import { RunHead } from "./run-head.tsx";
import { RunLog } from "./run-log.tsx";
import { isOpen } from "./share.ts";
import { useAnnouncement } from "./use-announcement.ts";
import { useRunLog } from "./use-run-log.ts";

const AbortDialog = lazyPart(() => import("./abort-dialog.tsx"));

const text = processMessages;
/** Refresh interval of a run: long if events report changes, otherwise short. */
const refreshMs = { live: 10_000, polled: 2_000 } as const;

/** Value in the address for the log of all phases, when a failed phase would be selected by default. */
export const allPhases = "all";

/** Progress of a run: head, phases, log. */
export function RunView({
  id,
  phase: given,
  above,
  again,
  details,
  missing,
  onPhase,
}: {
  readonly id: number;
  readonly phase: string | undefined;
  readonly above: ReactNode;
  /** Renders the action that repeats a run. */
  readonly again: (process: Process) => ReactNode;
  /** Renders additional content for one kind of process, above its phases and log. */
  readonly details?: (process: Process, now: number) => ReactNode;
  /** Shown instead if the process has been deleted. */
  readonly missing?: ReactNode;
  readonly onPhase: (phase: string) => void;
}) {
  const isLive = useLive() === "live";
  const run = useQuery({
    ...reading("GET /svc/api/processes/{id}", { id }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOpen(state.data.process) && (isLive ? refreshMs.live : refreshMs.polled),
  });
  const read: PageCall = { address: "GET /svc/api/processes/{id}", input: { id } };
  const process = run.data?.process;
  const log = useRunLog(id, process?.logLines);
  const now = useNow(process !== undefined && isOpen(process));
  const announcement = useAnnouncement(process);
  const [isAborting, setAborting] = useState(false);

  if (process === undefined && missing !== undefined && isGone(run.error)) return missing;
  if (process === undefined)
    return (
      <Page title={text.title} above={above} actions={<CurlButton calls={[read]} />}>
        {run.isPending ? <Loading rows={8} /> : <Missing error={run.error} onRetry={() => void run.refetch()} />}
      </Page>
    );

  const open = isOpen(process);
  const hasFailed = !open && process.state !== "done" && process.state !== "doneWithErrors";
  // The failed phase is selected by default.
  const wanted = given ?? (hasFailed ? process.phase : allPhases);
  const phase = wanted === null || wanted === allPhases ? undefined : wanted;
  const base = `/${configuration().prefix}/api/processes/${id}`;
  return (
    <Page
      fill={details === undefined}
      title={process.title}
      above={above}
      actions={
        <>
          {process.canAbort && !process.isAbortRequested && (
            <Button needs="POST /svc/api/processes/{id}/abort" onClick={() => setAborting(true)}>
              <CircleStop aria-hidden size={14} className="text-bad" />
              {text.abort}
            </Button>
          )}
          {!open && again(process)}
          {process.hasToolLog && (
            <a href={`${base}/tool-log`} download={`process-${id}-tool.log`} className={buttonClasses()}>
              <Download aria-hidden size={14} />
              {text.toolLog}
            </a>
          )}
          {process.logLines > 0 && (
            <Offered needs="GET /svc/api/processes/{id}/log.txt">
              <a href={`${base}/log.txt`} download={`process-${id}.log`} className={buttonClasses()}>
                <Download aria-hidden size={14} />
                {text.logText}
              </a>
            </Offered>
          )}
          <CopyButton text={JSON.stringify({ process, log: log.lines }, null, 2)} label={text.copyJson} />
          <CurlButton calls={[read, { address: "GET /svc/api/processes/{id}/log", input: { id } }]} />
        </>
      }
    >
      <span role="status" className="sr-only">
        {announcement}
      </span>
      <ReadFailure reads={[run]} />
      {details?.(process, now)}
      <div
        className={classes(
          "flex flex-col overflow-hidden rounded-lg border border-line bg-panel",
          details === undefined ? "min-h-0 flex-1" : "h-160 shrink-0",
        )}
      >
        <RunHead process={process} now={now} />
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <PhaseList process={process} now={now} chosen={phase} onChoose={(next) => onPhase(next ?? allPhases)} />
          <div className="flex min-h-40 min-w-0 flex-1 flex-col">
            {log.isError && <Failed error={log.error} onRetry={() => void log.fetchNextPage()} />}
            <RunLog lines={log.lines} phase={phase} isOpen={open} onPhase={(next) => onPhase(next ?? allPhases)} />
          </div>
        </div>
      </div>
      {isAborting && <AbortDialog process={process} onClose={() => setAborting(false)} />}
    </Page>
  );
}

function Missing({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (isGone(error)) return <Empty title={text.notFound} text={text.notFoundText} />;
  return <Failed error={error} onRetry={onRetry} />;
}

function isGone(error: unknown): boolean {
  return error instanceof Refused && (error.status === 404 || error.status === 400);
}

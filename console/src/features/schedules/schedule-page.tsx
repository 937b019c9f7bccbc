import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Schedule, ScheduleRun } from "#shared/schedules/contract.ts";
import { reading, readingPages } from "../../api/query.ts";
import { callerText } from "../../messages/caller-text.ts";
import { scheduleMessages } from "../../messages/english/schedules.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { ExactMoment, exactly } from "../../ui/values/moment.tsx";
import { type ProcessMark, RunChip } from "./run-chip.tsx";
import { timingText } from "./schedule-texts.ts";
import { useActionText } from "./use-action-text.ts";

const text = scheduleMessages;

interface RunLinks {
  readonly mark: ProcessMark;
  readonly runLink: (processId: number, title: string) => ReactNode;
}

/** A schedule: its action, its timing, and the results of its runs. */
export function SchedulePage({ id, above, ...links }: RunLinks & { readonly id: number; readonly above: ReactNode }) {
  const schedule = useQuery(reading("GET /svc/api/schedules/{id}", { id }));
  const found = schedule.data?.schedule;
  const actionText = useActionText(found === undefined ? [] : [found]);
  return (
    <Page title={found?.name ?? text.title} above={above}>
      {schedule.isPending && <Loading rows={4} />}
      {found === undefined && schedule.isError && (
        <Failed error={schedule.error} onRetry={() => void schedule.refetch()} />
      )}
      {found && (
        <>
          <ReadFailure reads={[schedule]} />
          <Panel title={found.name}>
            <Facts facts={factsOf(found, actionText(found.action))} />
          </Panel>
          <Runs id={id} {...links} />
        </>
      )}
    </Page>
  );
}

function factsOf(
  { timing, isEnabled, nextRuns, savedBy }: Schedule,
  does: string,
): Parameters<typeof Facts>[0]["facts"] {
  const next = nextRuns.map(exactly).join(" · ") || text.none;
  return [
    [text.history.does, does],
    [text.when, timingText(timing)],
    [text.history.nextRuns, isEnabled ? next : text.disabled],
    [text.history.savedBy, callerText(savedBy)],
  ];
}

function Runs({ id, mark, runLink }: RunLinks & { readonly id: number }) {
  const list = useInfiniteQuery(readingPages("GET /svc/api/schedules/{id}/runs", { id }));
  return (
    <Panel title={text.history.title} flush>
      <ListPanel
        reads={[list]}
        empty={<Empty title={text.history.emptyTitle} text={text.history.emptyText} />}
        label={text.history.title}
        rows={list.data?.pages.flatMap(({ runs }) => runs).map((run) => ({ ...run, id: run.plannedAt }))}
        columns={columnsOf({ mark, runLink })}
        nameOf={({ plannedAt }) => exactly(plannedAt)}
      />
    </Panel>
  );
}

function columnsOf({ mark, runLink }: RunLinks): readonly Column<ScheduleRun & { readonly id: string }>[] {
  return [
    {
      id: "planned",
      title: text.history.planned,
      cell: ({ plannedAt, isManual }) => (
        <>
          <ExactMoment at={plannedAt} />
          {isManual && <span className="block text-muted text-sm">{text.byHand}</span>}
        </>
      ),
    },
    { id: "state", title: text.history.state, cell: (run) => <RunChip run={run} mark={mark} />, className: "w-40" },
    {
      id: "run",
      title: text.history.run,
      cell: ({ processId }) => (processId === null ? "–" : runLink(processId, text.history.process(processId))),
      className: "w-36",
    },
    {
      id: "details",
      title: text.history.details,
      cell: ({ reason, missedRuns }) => (
        <span className="break-words">{reason ?? (missedRuns > 0 ? text.missedRuns(missedRuns) : "–")}</span>
      ),
    },
  ];
}

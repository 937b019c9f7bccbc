import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { OffsiteRun, OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import { reading, readingPages } from "../../api/query.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Failed, Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { duration } from "../../ui/values/duration.ts";
import { ExactMoment, exactly } from "../../ui/values/moment.tsx";
import { placeText } from "./place-text.ts";
import { DrillPanel } from "./restore/drill-panel.tsx";
import type { Restoring } from "./restore/restore-dialog.tsx";
import { RunCharts, tookMs } from "./run-charts.tsx";
import { StateChip } from "./state-chip.tsx";
import { UpkeepPanel } from "./upkeep/upkeep-panel.tsx";

const text = backupMessages.page;

const RestoreDialog = lazyPart(() => import("./restore/restore-dialog.tsx"));

interface RunParts {
  readonly restoring: Restoring;
  readonly mark: (state: ProcessState) => ReactNode;
  readonly runLink: (processId: number, title: string) => ReactNode;
  readonly onRun: (processId: number) => void;
}

/** Schedule of offsite backups: its destination, and the results of its runs. */
export function OffsiteSchedulePage({
  name,
  above,
  ...parts
}: RunParts & { readonly name: string; readonly above: ReactNode }) {
  const list = useQuery(reading("GET /svc/api/settings/offsite/schedules", {}));
  const found = list.data?.schedules.find((schedule) => schedule.name === name);
  return (
    <Page title={name} above={above}>
      {list.isPending && <Loading rows={4} />}
      {list.data === undefined && list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && found === undefined && <Empty title={text.goneTitle} text={text.goneText} />}
      {found && (
        <>
          <ReadFailure reads={[list]} />
          <Panel title={found.name}>
            <Facts facts={factsOf(found)} />
            {found.warnings.map((warning) => (
              <p key={warning} className="text-bad">
                {warning}
              </p>
            ))}
          </Panel>
          {found.layout === "blocks" && <UpkeepPanel schedule={found} mark={parts.mark} runLink={parts.runLink} />}
          {found.last_drill && <DrillPanel drill={found.last_drill} />}
          <Runs schedule={found} {...parts} />
        </>
      )}
    </Page>
  );
}

function factsOf(schedule: OffsiteSchedule): Parameters<typeof Facts>[0]["facts"] {
  const { state, last_backup, next_backup, layout, zip_files } = schedule;
  return [
    [text.state, <StateChip key="state" state={state} />],
    [text.last, last_backup === null ? text.never : exactly(last_backup)],
    [text.next, next_backup === null ? backupMessages.schedules.notSaid : exactly(next_backup)],
    [text.layout, text.layouts[layout === "files" && zip_files === true ? "zips" : layout]],
    [text.place, placeText(schedule), "long"],
  ];
}

function Runs({ schedule, mark, runLink, onRun, restoring }: RunParts & { readonly schedule: OffsiteSchedule }) {
  const { name } = schedule;
  const [restored, setRestored] = useState<string>();
  const list = useInfiniteQuery(readingPages("GET /svc/api/settings/offsite/schedules/{name}/runs", { name }));
  const runs = list.data?.pages.flatMap((page) => page.runs);
  return (
    <Panel title={text.history} flush>
      {runs !== undefined && runs.length > 1 && (
        <div className="p-4">
          <RunCharts runs={runs} onRun={onRun} />
        </div>
      )}
      <ListPanel
        reads={[list]}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.history}
        rows={runs?.map((run) => ({ ...run, id: run.process_id }))}
        columns={columnsOf({ mark, runLink })}
        nameOf={({ backup, started_at }) => backup ?? exactly(started_at)}
        actions={({ backup, snapshot, state }) =>
          backup !== null &&
          (state === "done" || state === "doneWithErrors") && (
            <Button
              needs="POST /svc/api/settings/offsite/restores"
              aria-label={`${backupMessages.restore.action} ${backup}`}
              onClick={() => setRestored(snapshot ?? backup)}
            >
              {backupMessages.restore.action}
            </Button>
          )
        }
      />
      {restored !== undefined && (
        <RestoreDialog schedule={schedule} backup={restored} {...restoring} onClose={() => setRestored(undefined)} />
      )}
    </Panel>
  );
}

function columnsOf({
  mark,
  runLink,
}: Pick<RunParts, "mark" | "runLink">): readonly Column<OffsiteRun & { readonly id: number }>[] {
  return [
    {
      id: "backup",
      title: text.backup,
      cell: ({ backup, layout, started_at }) => (
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">{backup ?? text.beingMade}</p>
          <ExactMoment at={started_at} />
          <p className="text-muted text-sm">{text.layouts[layout]}</p>
        </div>
      ),
    },
    {
      id: "state",
      title: text.runState,
      cell: ({ state, reason }) => (
        <div className="min-w-0">
          {mark(state ?? "running")}
          {reason !== null && <p className="wrap-anywhere text-sm">{reason}</p>}
        </div>
      ),
    },
    { id: "files", title: text.files, cell: ({ files }) => files?.toLocaleString() ?? "–", className: "w-20" },
    { id: "size", title: text.size, cell: ({ bytes }) => sizeOrDash(bytes), className: "w-28" },
    { id: "sent", title: text.sent, cell: ({ sent_bytes }) => sizeOrDash(sent_bytes), className: "w-28" },
    {
      id: "took",
      title: text.took,
      cell: (run) => {
        const ms = tookMs(run);
        return ms === undefined ? "–" : duration(ms);
      },
      className: "w-28",
    },
    { id: "run", title: text.run, cell: ({ id }) => runLink(id, text.process(id)), className: "w-32" },
  ];
}

function sizeOrDash(bytes: number | null) {
  return bytes === null ? "–" : <ByteSize bytes={bytes} />;
}

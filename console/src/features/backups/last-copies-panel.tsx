import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { reading } from "../../api/query.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { DrillMark } from "./restore/drill-mark.tsx";
import { StateChip } from "./state-chip.tsx";

const text = backupMessages.home;

/** Times of the newest copies, and the results of their restore drills. */
export function LastCopiesPanel({
  link,
  actions,
}: {
  readonly link: (schedule: OffsiteSchedule) => ReactNode;
  readonly actions: ReactNode;
}) {
  const list = useQuery(reading("GET /svc/api/settings/offsite/schedules", {}));
  return (
    <Panel title={text.title} actions={actions} flush>
      <ReadFailure reads={[list]} />
      {list.isPending && <Loading rows={1} list="short" />}
      {list.data?.schedules.length === 0 && <p className="px-4 py-2.5 text-muted text-sm">{text.none}</p>}
      <ul className="divide-y divide-line">
        {list.data?.schedules.map((schedule) => (
          <li key={schedule.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 font-medium">
              {link(schedule)}
              <StateChip state={schedule.state} />
            </div>
            {schedule.warnings.map((warning) => (
              <p key={warning} className="basis-full text-sm text-warn">
                {warning}
              </p>
            ))}
            <span className="text-sm">
              {text.last}: <Moment at={schedule.last_backup} />
            </span>
            <span className="text-sm">
              {text.drilled}: <DrillMark drill={schedule.last_drill} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Schedule } from "#shared/schedules/contract.ts";
import { reading } from "../../api/query.ts";
import { scheduleMessages } from "../../messages/english/schedules.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { useActionText } from "./use-action-text.ts";

const text = scheduleMessages.home;
const maxShown = 3;

/** Next scheduled runs. */
export function NextSchedules({
  link,
  actions,
}: {
  readonly link: (schedule: Schedule) => ReactNode;
  readonly actions: ReactNode;
}) {
  const list = useQuery(reading("GET /svc/api/schedules", {}));
  const next = (list.data?.schedules ?? [])
    .flatMap((schedule) => schedule.nextRuns.slice(0, 1).map((at) => ({ schedule, at })))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(0, maxShown);
  const actionText = useActionText(next.map(({ schedule }) => schedule));
  return (
    <Panel title={text.title} actions={actions} flush>
      <ReadFailure reads={[list]} />
      {list.isPending && <Loading rows={1} list="short" />}
      {list.data && next.length === 0 && <p className="px-4 py-2.5 text-muted text-sm">{text.none}</p>}
      <ul className="divide-y divide-line">
        {next.map(({ schedule, at }) => (
          <li key={schedule.id} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="break-words font-medium">{link(schedule)}</p>
              <p className="break-words text-muted text-sm">{actionText(schedule.action)}</p>
            </div>
            <Moment at={at} isAhead />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

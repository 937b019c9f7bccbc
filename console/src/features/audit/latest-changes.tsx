import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reading } from "../../api/query.ts";
import { callerText } from "../../messages/caller-text.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { actionText } from "./action-text.ts";
import { Outcome } from "./outcome.tsx";

/** Last few entries of the trail, for everything or for one object. */
export function LatestChanges({
  title,
  object,
  none,
  actions,
}: {
  readonly title: string;
  readonly object?: string;
  readonly none: string;
  readonly actions: ReactNode;
}) {
  const trail = useQuery(reading("GET /svc/api/audit", { limit: 5, ...(object !== undefined && { object }) }));
  return (
    <Panel title={title} actions={actions} flush>
      {trail.isPending && <Loading rows={5} list="tall" />}
      <ReadFailure reads={[trail]} />
      {trail.data?.entries.length === 0 && <p className="p-4 text-muted">{none}</p>}
      <ul className="divide-y divide-line">
        {trail.data?.entries.map(({ id, at, action, actor, outcome }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{actionText(action)}</p>
              <p className="wrap-anywhere text-muted text-sm">
                <span title={actor}>{callerText(actor)}</span> · <Moment at={at} />
              </p>
            </div>
            <Outcome outcome={outcome} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reading } from "../../api/query.ts";
import { Moment } from "../../ui/moment.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ReadFailure } from "../../ui/read-failure.tsx";
import { Loading } from "../../ui/states.tsx";
import { callerText } from "../../words/caller-text.ts";
import { words } from "../../words/words.ts";
import { actionText } from "./action-text.ts";
import { Outcome } from "./outcome.tsx";

/** The last few entries of the trail. */
export function LatestChanges({ actions }: { readonly actions: ReactNode }) {
  const trail = useQuery(reading("GET /svc/api/audit", { limit: 5 }));
  return (
    <Panel title={words.home.changes} actions={actions} flush>
      {trail.isPending && <Loading rows={5} list="tall" />}
      <ReadFailure reads={[trail]} />
      {trail.data?.entries.length === 0 && <p className="p-4 text-muted">{words.home.noChanges}</p>}
      <ul className="divide-y divide-line">
        {trail.data?.entries.map(({ id, at, action, actor, outcome }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate">{actionText(action)}</p>
              <p className="truncate text-muted text-sm">
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

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { DeploymentChip } from "./deployment-chip.tsx";
import { newestDeployments } from "./deployments.ts";

const text = deploymentMessages.home;

/** Newest deployment and its result. */
export function LastDeployment({
  link,
  actions,
}: {
  readonly link: (part: number, name: string) => ReactNode;
  readonly actions: ReactNode;
}) {
  const newest = useQuery(newestDeployments);
  const last = newest.data?.find(({ parts }) => parts.some(({ rehearsal }) => !rehearsal));
  const [first] = last?.parts ?? [];
  return (
    <Panel title={text.title} actions={actions} flush>
      <ReadFailure reads={[newest]} />
      {newest.isPending && <Loading rows={1} list="short" />}
      {newest.data && last === undefined && <p className="px-4 py-2.5 text-muted text-sm">{text.none}</p>}
      {last && first && (
        <div className="flex items-center gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <p className="break-words font-medium">{link(first.id, last.name)}</p>
            <p className="text-muted text-sm">
              <Moment at={first.started_at ?? first.created_at} />
            </p>
          </div>
          <DeploymentChip parts={last.parts} />
        </div>
      )}
    </Panel>
  );
}

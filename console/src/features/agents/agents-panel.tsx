import { useQuery } from "@tanstack/react-query";
import { Link2, Link2Off } from "lucide-react";
import { useState } from "react";
import { agentMessages } from "../../messages/english/agents.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { AgentFacts } from "./agent-facts.tsx";
import { allAgents } from "./agent-list.ts";
import { EnrollDialog } from "./enroll-dialog.tsx";
import { HostChecksPanel } from "./host-checks-panel.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

const text = agentMessages;

/** Current agent, the checks of its host, and the actions that enroll, replace and revoke agents. */
export function AgentsPanel() {
  const list = useQuery(allAgents);
  const [asked, setAsked] = useState<"enroll" | "revoke">();
  const { current, former = [] } = list.data ?? {};
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-5">
      <Panel
        title={text.title}
        text={text.text}
        flush
        actions={
          list.isPending ? (
            <span className="h-8 w-44" />
          ) : (
            current && (
              <div className="flex flex-wrap justify-end gap-2">
                <Button needs="POST /svc/api/agents" onClick={() => setAsked("enroll")}>
                  {text.replace}
                </Button>
                <Button needs="DELETE /svc/api/agents/{id}" onClick={() => setAsked("revoke")}>
                  {text.revoke}
                </Button>
              </div>
            )
          )
        }
      >
        {list.isPending && <Loading />}
        <ReadFailure reads={[list]} />
        {list.data && current === undefined && (
          <Empty title={text.emptyTitle} text={text.emptyText}>
            <Button needs="POST /svc/api/agents" look="primary" data-shortcut="c" onClick={() => setAsked("enroll")}>
              {text.enroll}
            </Button>
          </Empty>
        )}
        {current && (
          <div className="flex flex-col gap-4 p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold text-base">{current.name}</span>
              <Chip
                tone={current.state === "linked" ? "good" : "warn"}
                icon={current.state === "linked" ? Link2 : Link2Off}
              >
                {text.states[current.state]}
              </Chip>
              <span className="text-muted text-sm">{text.stateTexts[current.state]}</span>
            </div>
            <AgentFacts agent={current} />
          </div>
        )}
      </Panel>
      {current?.report && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <HostChecksPanel agent={current} />
          <Panel title={text.folders} flush>
            <ul className="divide-y divide-line">
              {current.report.folders.map(({ root, freeBytes, totalBytes }) => (
                <li key={root} className="flex items-center justify-between gap-3 px-4 py-2">
                  <span>{text.roots[root]}</span>
                  <span className="text-muted tabular-nums">
                    {freeBytes === null
                      ? "–"
                      : totalBytes
                        ? text.of(byteSize(freeBytes), byteSize(totalBytes))
                        : byteSize(freeBytes)}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
      {former.length > 0 && (
        <details className="rounded-lg border border-line bg-panel">
          <summary className="px-4 py-2.5 font-medium">{text.former(former.length)}</summary>
          <ul className="divide-y divide-line border-line border-t">
            {former.map(({ id, name, revokedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2">
                <span className="font-medium">{name}</span>
                <span className="text-muted text-sm">
                  {text.revokedAt} <Moment at={revokedAt} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {asked === "enroll" && <EnrollDialog current={current} onClose={close} />}
      {asked === "revoke" && current && <RevokeDialog agent={current} onClose={close} />}
    </div>
  );
}

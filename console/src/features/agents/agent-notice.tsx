import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { agentMessages } from "../../messages/english/agents.ts";
import { allAgents } from "./agent-list.ts";

/** Notice that no agent is linked, for pages that need one. Empty while that is unknown. */
export function AgentNotice({ toAgents }: { readonly toAgents: ReactNode }) {
  const list = useQuery(allAgents);
  if (list.data === undefined || list.data.current?.state === "linked") return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-lg bg-warn-surface px-4 py-2.5 text-warn">
      <TriangleAlert aria-hidden size={17} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64">
        {list.data.current === undefined ? `${agentMessages.emptyTitle}.` : agentMessages.awayNotice}
      </p>
      {toAgents}
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { Agent } from "#shared/agent/contract.ts";
import { reading } from "../../api/query.ts";
import { useMayCall } from "../../api/role.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { CheckActions, CheckList } from "../../ui/feedback/check-list.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";

const text = agentMessages.checks;
const address = "POST /svc/api/agents/{id}/check";

/** Checks of `latchkey agent doctor`, which the agent runs when the page opens and on request. */
export function HostChecksPanel({ agent: { id, state } }: { readonly agent: Pick<Agent, "id" | "state"> }) {
  const mayCheck = useMayCall()(address);
  const isLinked = state === "linked";
  const checks = useQuery({
    ...reading(address, { id }),
    // The checks sign in to FileMaker Server several times, so only the user repeats them.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    enabled: mayCheck && isLinked,
  });
  if (!mayCheck) return null;
  const results = checks.data?.findings;
  return (
    <Panel
      title={text.title}
      text={text.text}
      flush
      actions={
        isLinked && (
          <CheckActions
            needs={address}
            results={results}
            isBusy={checks.isFetching}
            onCheck={() => void checks.refetch()}
          />
        )
      }
    >
      {!isLinked && results === undefined && <p className="p-4 text-muted">{text.offline}</p>}
      {isLinked && checks.isPending && <Loading rows={7} list="short" />}
      {isLinked && <ReadFailure reads={[checks]} />}
      {results && <CheckList results={results} />}
    </Panel>
  );
}

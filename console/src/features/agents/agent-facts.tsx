import { useMutation } from "@tanstack/react-query";
import type { Agent } from "#shared/agent/contract.ts";
import { changing } from "../../api/query.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Moment } from "../../ui/values/moment.tsx";

const text = agentMessages;

/** An agent, its host, and its supported commands. */
export function AgentFacts({ agent }: { readonly agent: Agent }) {
  const { id, report, enrolledAt, lastSeenAt, serverKey } = agent;
  const register = useMutation(changing("POST /svc/api/agents/{id}/server-key", ["GET /svc/api/agents"]));
  const key =
    serverKey === null ? (
      "–"
    ) : serverKey.registeredAt === null ? (
      <span className="inline-flex items-center gap-2">
        {text.keyMissing}
        <Button
          needs="POST /svc/api/agents/{id}/server-key"
          busy={register.isPending}
          onClick={() => register.mutate({ id }, { onSuccess: () => announce(text.keyRegistered) })}
        >
          {text.registerKey}
        </Button>
      </span>
    ) : (
      <span title={serverKey.name}>{text.keyThere}</span>
    );
  return (
    <>
      <div className="grid gap-x-10 gap-y-2 lg:grid-cols-2">
        <Facts
          facts={[
            [text.facts.version, report?.agentVersion ?? "–"],
            [text.facts.host, report?.hostname ?? "–"],
            [text.facts.system, report === null ? "–" : `${report.platform}, Node ${report.node.replace(/^v/, "")}`],
            [text.facts.path, report?.serverPath ?? "–", "long"],
          ]}
        />
        <Facts
          facts={[
            [text.facts.seen, <Moment key="seen" at={lastSeenAt} />],
            [text.facts.enrolled, <Moment key="enrolled" at={enrolledAt} />],
            [text.facts.key, key],
            [
              text.facts.id,
              <span key="id" className="inline-flex items-center gap-1">
                <code className="text-xs">{id.slice(0, 8)}…</code>
                <CopyIcon text={id} label={text.copyId} />
              </span>,
            ],
          ]}
        />
      </div>
      {register.error && <Refusal error={register.error} />}
      {report && (
        <details>
          <summary className="text-sm">
            {text.capabilities}: {text.commands(report.commands.length)}
          </summary>
          <p className="mt-2 break-words font-mono text-muted text-xs leading-5">{report.commands.join("  ")}</p>
        </details>
      )}
    </>
  );
}

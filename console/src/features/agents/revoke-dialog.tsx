import { useMutation } from "@tanstack/react-query";
import type { Agent } from "#shared/agent/contract.ts";
import { changing } from "../../api/query.ts";
import { agentMessages as text } from "../../messages/english/agents.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";

/** Revokes an agent after a confirmation that names the agent, the server, and the functions that stop. */
export function RevokeDialog({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) {
  const revoke = useMutation(
    changing("DELETE /svc/api/agents/{id}", ["GET /svc/api/agents", "GET /svc/api/disk-space"]),
  );
  return (
    <ConfirmDialog
      title={text.revokeTitle(agent.name)}
      text={text.revokeAsk}
      submit={text.revokeSubmit}
      typedName={agent.name}
      change={revoke}
      input={{ id: agent.id }}
      done={({ isServerKeyRemoved }) => (isServerKeyRemoved || agent.serverKey === null ? text.revoked : text.keyLeft)}
      onClose={onClose}
    >
      <p>{text.revokeAsk2}</p>
    </ConfirmDialog>
  );
}

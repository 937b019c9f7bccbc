import { useMutation } from "@tanstack/react-query";
import type { Agent } from "#shared/agent/contract.ts";
import { changing } from "../../api/query.ts";
import { agentMessages } from "../../messages/agents.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";

const text = agentMessages;

/** Revokes an agent, after a question that names it, the server and what stops. */
export function RevokeDialog({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) {
  const revoke = useMutation(
    changing("DELETE /svc/api/agents/{id}", ["GET /svc/api/agents", "GET /svc/api/disk-space"]),
  );
  const go = () =>
    revoke.mutate(
      { id: agent.id },
      {
        onSuccess: ({ isServerKeyRemoved }) => {
          announce(isServerKeyRemoved || agent.serverKey === null ? text.revoked : text.keyLeft);
          onClose();
        },
      },
    );
  return (
    <DangerDialog
      title={text.revokeTitle(agent.name)}
      text={text.revokeAsk}
      submit={text.revokeSubmit}
      typedName={agent.name}
      isBusy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onSubmit={go}
    >
      <p>{text.revokeAsk2}</p>
    </DangerDialog>
  );
}
